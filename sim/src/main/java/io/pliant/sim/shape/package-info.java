/**
 * Job lists with jobs of every shape (arrays, dependencies, packs, malleable ones, devices), and
 * their simulation by the ledgers and life cycles of a live cluster.
 */
@NullMarked
package io.pliant.sim.shape;

import org.jspecify.annotations.NullMarked;
