/** The partition entity: a shell around core.partition and the policies. */
@NullMarked
package io.pliant.actors.partition;

import org.jspecify.annotations.NullMarked;
