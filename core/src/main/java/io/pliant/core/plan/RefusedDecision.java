package io.pliant.core.plan;

import io.pliant.core.id.JobId;

/** A start that is not carried out because the newest state does not permit it, and why. */
public record RefusedDecision(JobId job, String reason) {}
