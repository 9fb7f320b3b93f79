/** The power corridor as an entity. */
@NullMarked
package io.pliant.actors.corridor;

import org.jspecify.annotations.NullMarked;
