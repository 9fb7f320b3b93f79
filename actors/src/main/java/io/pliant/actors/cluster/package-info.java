/** Start of all entities on a controller, and the gateway to them. */
@NullMarked
package io.pliant.actors.cluster;

import org.jspecify.annotations.NullMarked;
