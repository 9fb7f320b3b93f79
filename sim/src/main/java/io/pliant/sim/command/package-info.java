/** The command line of the simulator. */
@NullMarked
package io.pliant.sim.command;

import org.jspecify.annotations.NullMarked;
