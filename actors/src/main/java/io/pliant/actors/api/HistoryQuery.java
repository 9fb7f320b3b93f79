package io.pliant.actors.api;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Filter of the accounting read side; null and empty mean "any". */
public record HistoryQuery(
    Set<JobId> jobs,
    @Nullable String user,
    Set<JobStatus> states,
    @Nullable Instant since,
    int limit) {}
