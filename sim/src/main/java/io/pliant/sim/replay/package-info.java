/** Decisions of live partitions, made again. */
@NullMarked
package io.pliant.sim.replay;

import org.jspecify.annotations.NullMarked;
