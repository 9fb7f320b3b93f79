package io.pliant.core.view;

import io.pliant.core.id.JobId;
import io.pliant.core.partition.Allocation;
import java.time.Instant;

/**
 * A job that holds nodes, as a policy sees it.
 *
 * @param start when the nodes were granted
 * @param expectedEnd start plus time limit; may lie in the past of a job that is being ended
 */
public record RunningJob(JobId job, Allocation allocation, Instant start, Instant expectedEnd) {}
