/** Job lists of all shapes: what holds for every policy, and how they are read and made. */
@NullMarked
package io.pliant.sim.shape;

import org.jspecify.annotations.NullMarked;
