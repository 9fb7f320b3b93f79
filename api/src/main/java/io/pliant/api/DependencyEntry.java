package io.pliant.api;

/**
 * What a waiting job waits for of other jobs.
 *
 * @param unmet as Slurm lists it, as in {@code afterok:12(unfulfilled)}
 * @param never true when that can come no more
 */
public record DependencyEntry(String unmet, boolean never) {}
