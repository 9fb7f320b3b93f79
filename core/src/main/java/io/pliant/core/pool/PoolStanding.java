package io.pliant.core.pool;

import io.pliant.core.resource.NodeCapacity;
import org.jspecify.annotations.Nullable;

/**
 * How a partition of a pool stands, for the others: a hint that may be old, and never a truth.
 *
 * @param free idle nodes that are kept for nobody
 * @param nodes all its nodes, whatever their state
 * @param term its fencing number
 * @param like the capacity of one of its nodes, or null while it has none
 */
public record PoolStanding(int free, int nodes, long term, @Nullable NodeCapacity like) {}
