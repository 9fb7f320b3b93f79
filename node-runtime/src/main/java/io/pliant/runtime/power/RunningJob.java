package io.pliant.runtime.power;

import io.pliant.core.id.JobId;

/**
 * A step that has tasks on a node.
 *
 * @param name of its job
 * @param program file name of the program that it runs; empty for a batch script
 */
public record RunningJob(JobId job, String name, String program) {}
