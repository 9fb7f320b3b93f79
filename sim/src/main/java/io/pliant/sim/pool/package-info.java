/** Many partitions as one machine, simulated: leases, random stealing and one central partition. */
@NullMarked
package io.pliant.sim.pool;

import org.jspecify.annotations.NullMarked;
