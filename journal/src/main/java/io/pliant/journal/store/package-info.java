/** The journal's state on one member's disk, in RocksDB. */
@NullMarked
package io.pliant.journal.store;

import org.jspecify.annotations.NullMarked;
