/** Priority by accuracy of estimates (PSP): workloads, simulation, tables. */
@NullMarked
package io.pliant.sim.psp;

import org.jspecify.annotations.NullMarked;
