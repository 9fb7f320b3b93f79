package io.pliant.core.resource;

/**
 * What a node has in all.
 *
 * @param cpus schedulable cpus, at least 1
 * @param memoryMb schedulable megabytes, at least 0
 */
public record NodeCapacity(int cpus, int memoryMb) {}
