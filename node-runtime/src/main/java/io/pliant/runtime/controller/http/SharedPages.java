package io.pliant.runtime.controller.http;

import io.pliant.api.EventCursor;
import io.pliant.api.JobEventEntry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Pages of events that several streams at the same place share, so that a hundred watchers ask the
 * journal as often as one.
 */
final class SharedPages {
  private static final int MOST_KEPT = 256;

  private final Function<EventCursor, CompletionStage<List<JobEventEntry>>> source;
  private final long freshNanos;
  private final Map<EventCursor, Page> pages = new ConcurrentHashMap<>();

  private record Page(CompletionStage<List<JobEventEntry>> events, long askedNanos) {}

  /**
   * @param fresh how old a page may be to be shared
   */
  SharedPages(Function<EventCursor, CompletionStage<List<JobEventEntry>>> source, Duration fresh) {
    this.source = source;
    this.freshNanos = fresh.toNanos();
  }

  CompletionStage<List<JobEventEntry>> after(EventCursor cursor) {
    long now = System.nanoTime();
    if (pages.size() > MOST_KEPT) {
      pages.values().removeIf(page -> now - page.askedNanos() > freshNanos);
    }
    Page page =
        pages.compute(
            cursor,
            (at, old) ->
                old != null && now - old.askedNanos() <= freshNanos
                    ? old
                    : new Page(source.apply(at), now));
    return page.events();
  }
}
