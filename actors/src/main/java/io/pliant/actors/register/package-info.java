/** The entity that knows who may be a node. */
@NullMarked
package io.pliant.actors.register;

import org.jspecify.annotations.NullMarked;
