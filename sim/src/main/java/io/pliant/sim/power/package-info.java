/**
 * Simulation with power: what jobs draw, bounds that change by a table, what came of it. Watts are
 * those of nodes, times milliseconds.
 */
@NullMarked
package io.pliant.sim.power;

import org.jspecify.annotations.NullMarked;
