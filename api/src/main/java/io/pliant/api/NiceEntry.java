package io.pliant.api;

import io.pliant.core.id.JobId;

/**
 * A job that has another nice value than before.
 *
 * @param nice by how much it goes behind others; below 0: before them
 */
public record NiceEntry(JobId job, int nice) {}
