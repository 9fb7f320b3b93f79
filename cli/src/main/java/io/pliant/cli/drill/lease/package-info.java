/** {@code pliant drill leases}: jobs on nodes that partitions lend each other, under faults. */
@NullMarked
package io.pliant.cli.drill.lease;

import org.jspecify.annotations.NullMarked;
