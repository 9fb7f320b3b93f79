package io.pliant.core.partition;

import java.time.Instant;

/**
 * Why a node takes no new jobs by its partition's own decision; what an operator says stands beside
 * it and is never touched by it.
 *
 * @param reason the evidence
 * @param probed the node's own probe found it: the first probe that passes opens the node
 */
public record Closure(String reason, Instant at, boolean probed) {}
