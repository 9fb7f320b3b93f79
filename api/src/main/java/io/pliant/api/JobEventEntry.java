package io.pliant.api;

import io.pliant.core.id.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event for watchers.
 *
 * @param cursor position in the journal; with several groups, in the group of the event
 * @param type simple name of the event, for example {@code JobStarted}
 * @param fields what the event says that a watcher may know (no scripts, no environments)
 * @param resume {@link EventCursor} to resume after this event; null where the journal has one
 *     group: then it is {@code cursor}
 */
public record JobEventEntry(
    long cursor,
    JobId job,
    String type,
    Instant at,
    Map<String, String> fields,
    @Nullable String resume) {
  /** What the next page is asked for with. */
  public EventCursor next() {
    return resume == null ? new EventCursor(List.of(cursor)) : EventCursor.parse(resume);
  }

  /** The same event for somebody who goes on behind it from there. */
  public JobEventEntry resumedAt(EventCursor after) {
    return new JobEventEntry(cursor, job, type, at, fields, after.toString());
  }
}
