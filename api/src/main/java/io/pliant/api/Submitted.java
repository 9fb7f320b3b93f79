package io.pliant.api;

import io.pliant.core.id.JobId;
import java.util.List;

/**
 * Answer to a submission.
 *
 * @param warnings what was understood otherwise than it may have been meant
 */
public record Submitted(JobId job, List<String> warnings) {}
