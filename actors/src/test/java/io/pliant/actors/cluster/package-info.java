/** The entities together, on one member, with nodes played by actors. */
@NullMarked
package io.pliant.actors.cluster;

import org.jspecify.annotations.NullMarked;
