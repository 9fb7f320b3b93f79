/** The corridor in the simulator, against an oracle. */
@NullMarked
package io.pliant.sim.power;

import org.jspecify.annotations.NullMarked;
