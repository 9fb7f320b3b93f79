package io.pliant.api;

import io.pliant.core.id.JobId;
import java.time.Instant;
import java.util.Map;

/**
 * One event for watchers.
 *
 * @param cursor position in the journal; resume after it
 * @param type simple name of the event, for example {@code JobStarted}
 * @param fields what the event says that a watcher may know (no scripts, no environments)
 */
public record JobEventEntry(
    long cursor, JobId job, String type, Instant at, Map<String, String> fields) {}
