/** Workloads: records of jobs, and the reader of the Standard Workload Format. */
@NullMarked
package io.pliant.sim.trace;

import org.jspecify.annotations.NullMarked;
