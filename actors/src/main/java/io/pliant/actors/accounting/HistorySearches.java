package io.pliant.actors.accounting;

import io.pliant.actors.accounting.AccountingReadSide.GetHistory;
import io.pliant.actors.api.Answer;
import io.pliant.api.HistoryEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

/**
 * Runs searches beside the reading, two at a time: each may hold a page of jobs in memory, and the
 * processors are for scheduling. Confined to the actor that owns it.
 */
final class HistorySearches {
  private static final int AT_A_TIME = 2;
  private static final int MOST_WAITING = 64;

  private final AccountingStore store;
  private final Clock clock;
  private final Duration longest;
  private final Executor threads;
  private final Runnable oneEnded;
  private final ArrayDeque<GetHistory> waiting = new ArrayDeque<>();
  private int running;

  /**
   * @param threads may be held up
   * @param oneEnded has the owner call {@link #ended}; called by any thread
   */
  HistorySearches(
      AccountingStore store, Clock clock, Duration longest, Executor threads, Runnable oneEnded) {
    this.store = store;
    this.clock = clock;
    this.longest = longest;
    this.threads = threads;
    this.oneEnded = oneEnded;
  }

  /** Answers it as soon as others have ended. */
  void add(GetHistory get) {
    if (running < AT_A_TIME) {
      start(get);
    } else if (waiting.size() < MOST_WAITING) {
      waiting.add(get);
    } else {
      get.replyTo()
          .tell(
              new Answer.Rejected<>(
                  Refusal.busy(
                      "Expected fewer questions at a time, but %d wait for accounting already; try again in a moment."
                          .formatted(MOST_WAITING))));
    }
  }

  /** One has ended: another may begin. */
  void ended() {
    running--;
    while (running < AT_A_TIME && !waiting.isEmpty()) {
      start(waiting.remove());
    }
  }

  private void start(GetHistory get) {
    JobId before = get.query().before();
    if (before != null && !store.knows(before)) {
      get.replyTo()
          .tell(
              new Answer.Rejected<>(
                  Refusal.invalid(
                      "Expected 'before' to be a job that accounting knows, but got %s."
                          .formatted(before))));
      return;
    }
    HistorySearch search = store.search(get.query(), longest);
    running++;
    threads.execute(() -> {
      try (search) {
        get.replyTo().tell(answer(search));
      } finally {
        oneEnded.run();
      }
    });
  }

  private Answer<List<HistoryEntry>> answer(HistorySearch search) {
    try {
      return new Answer.Accepted<>(search.run(clock.instant()));
    } catch (TimeoutException e) {
      return new Answer.Rejected<>(Refusal.invalid(String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      return new Answer.Rejected<>(
          Refusal.unavailable("Expected to search accounting, but: %s".formatted(e.getMessage())));
    }
  }
}
