/**
 * Sums of energy: what meters counted, split among those who held the nodes. Whole microjoules and
 * whole microseconds, so that the parts add up to the meter exactly.
 */
@NullMarked
package io.pliant.core.energy;

import org.jspecify.annotations.NullMarked;
