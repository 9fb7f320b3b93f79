package io.pliant.core.energy;

import io.pliant.core.id.NodeName;

/**
 * What was counted of a node since it was counted last.
 *
 * @param from where this counting begins, in microseconds since the epoch
 * @param until up to where the node is counted now, in microseconds since the epoch
 * @param forgotten up to where stays were given up that no meter has told of, or 0
 * @param method what measures, as the node's agent calls it
 * @param metered what the meter counted
 * @param idle the part of it during which nobody held the node
 * @param unaccounted the part of it that came after its holders were given up
 */
public record NodeCount(
    NodeName node,
    long from,
    long until,
    long forgotten,
    String method,
    Energy metered,
    Energy idle,
    Energy unaccounted) {}
