package io.pliant.core.resource;

import io.pliant.core.id.NodeName;

/**
 * A part of one node that belongs to one job.
 *
 * @param node the node
 * @param cpus cpus of it
 * @param memoryMb megabytes of it
 * @param tasks how many of the job's tasks are placed there by default
 */
public record Slice(NodeName node, int cpus, int memoryMb, int tasks) {}
