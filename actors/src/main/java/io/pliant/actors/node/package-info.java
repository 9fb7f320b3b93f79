/** The node entity: the controller-side end of one compute node. */
@NullMarked
package io.pliant.actors.node;

import org.jspecify.annotations.NullMarked;
