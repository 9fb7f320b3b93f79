/** The life cycle of one partition: the ledger of its nodes, its queue and its allocations. */
@NullMarked
package io.pliant.core.partition;

import org.jspecify.annotations.NullMarked;
