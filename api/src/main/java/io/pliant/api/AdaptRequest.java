package io.pliant.api;

/**
 * Body of a wish to resize a job.
 *
 * @param nodes the size that is wanted
 */
public record AdaptRequest(int nodes) {}
