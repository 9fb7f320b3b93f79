/** The power corridor: a shell around core.corridor, and what partitions draw. */
@NullMarked
package io.pliant.actors.corridor;

import org.jspecify.annotations.NullMarked;
