/** Partitions that lend each other nodes: whom to ask, and what is promised across them. Pure. */
@NullMarked
package io.pliant.core.pool;

import org.jspecify.annotations.NullMarked;
