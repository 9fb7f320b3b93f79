/** Discrete-event simulation of rigid jobs on a count of processors. */
@NullMarked
package io.pliant.sim.engine;

import org.jspecify.annotations.NullMarked;
