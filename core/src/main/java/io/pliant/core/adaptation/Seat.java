package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;

/**
 * A task that was ordered.
 *
 * @param task its word, which names it within the attempt for ever
 * @param node where it runs
 */
public record Seat(String task, NodeName node) {}
