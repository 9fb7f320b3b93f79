/** Simulation of jobs that change size: workloads, generators, engine, results. */
@NullMarked
package io.pliant.sim.elastic;

import org.jspecify.annotations.NullMarked;
