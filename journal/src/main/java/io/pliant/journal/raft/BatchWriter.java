package io.pliant.journal.raft;

import io.pliant.journal.JournalWriteFailed;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.ChangeCodec;
import io.pliant.journal.change.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts changes of many entities into few log entries: what gathers while entries are on their way
 * goes into the next one. An entity's changes keep their order, since only one is on its way at a
 * time. What waits is bounded by number and by bytes, together with what waits for other groups;
 * beyond that a change is refused at once.
 */
final class BatchWriter {
  private static final int MOST_IN_ENTRY = 400;
  private static final int ENTRY_BYTES = 512 << 10;
  private static final int ENTRIES_AT_ONCE = 3;

  private final Function<byte[], CompletionStage<byte[]>> log;
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private final Set<String> busy = new HashSet<>();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder entries = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final AppendTimes times = new AppendTimes();
  private final WriteBudget budget;
  private int underWay;

  private record Waiting(Change change, CompletableFuture<Outcome> done) {}

  /**
   * A writer.
   *
   * @param budget room for what waits
   * @param log appends an entry and completes with its answer
   */
  BatchWriter(WriteBudget budget, Function<byte[], CompletionStage<byte[]>> log) {
    this.budget = budget;
    this.log = log;
  }

  /** Completes when the change is durable on more than half of the members, or refused. */
  CompletionStage<Outcome> write(Change change) {
    Waiting waiting = new Waiting(change, new CompletableFuture<>());
    if (change.weight() > RatisSettings.LARGEST_ENTRY - ENTRY_BYTES) {
      return CompletableFuture.failedFuture(
          new JournalWriteFailed(
              "Expected at most %d bytes in one write of '%s', but got %d."
                  .formatted(
                      RatisSettings.LARGEST_ENTRY - ENTRY_BYTES, change.entity(), change.weight()),
              null));
    }
    if (!budget.take(change.weight())) {
      refused.increment();
      return CompletableFuture.failedFuture(
          new RejectedExecutionException(
              "Expected at most %d waiting writes of %d bytes, but the journal does not keep up."
                  .formatted(WriteBudget.MOST_WAITING, WriteBudget.MOST_BYTES)));
    }
    synchronized (this) {
      queue.add(waiting);
    }
    pump();
    return waiting.done();
  }

  private void pump() {
    while (true) {
      List<Waiting> group = next();
      if (group.isEmpty()) {
        return;
      }
      send(group);
    }
  }

  private synchronized List<Waiting> next() {
    if (underWay >= ENTRIES_AT_ONCE || queue.isEmpty()) {
      return List.of();
    }
    List<Waiting> group = new ArrayList<>();
    Set<String> passedOver = new HashSet<>();
    int weight = 0;
    for (Iterator<Waiting> all = queue.iterator();
        all.hasNext() && group.size() < MOST_IN_ENTRY && weight < ENTRY_BYTES; ) {
      Waiting waiting = all.next();
      String entity = waiting.change().entity();
      if (!passedOver.contains(entity) && busy.add(entity)) {
        all.remove();
        group.add(waiting);
        weight += waiting.change().weight();
      } else {
        passedOver.add(entity);
      }
    }
    budget.give(group.size(), weight);
    underWay += group.isEmpty() ? 0 : 1;
    return group;
  }

  private void send(List<Waiting> group) {
    CompletionStage<byte[]> answer;
    long begun = System.nanoTime();
    try {
      answer = log.apply(ChangeCodec.encode(group.stream().map(Waiting::change).toList()));
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedStage(e);
    }
    answer.whenComplete((outcomes, failure) -> {
      if (failure == null) {
        times.took(System.nanoTime() - begun);
      }
      synchronized (this) {
        group.forEach(w -> busy.remove(w.change().entity()));
        underWay--;
      }
      pump();
      settle(group, outcomes, failure);
    });
  }

  private void settle(List<Waiting> group, byte @Nullable [] answer, @Nullable Throwable failure) {
    if (answer == null) {
      Throwable cause =
          failure == null ? new IllegalStateException("no answer and no failure") : failure;
      group.forEach(w -> w.done().completeExceptionally(cause));
      return;
    }
    List<Outcome> outcomes = ChangeCodec.decodeOutcomes(answer);
    entries.increment();
    acknowledged.add(group.size());
    for (int i = 0; i < group.size(); i++) {
      group.get(i).done().complete(outcomes.get(i));
    }
  }

  /** How long entries took. */
  AppendTimes times() {
    return times;
  }

  /** Writes that wait now, and counts since the start. */
  synchronized Load load() {
    return new Load(queue.size(), acknowledged.sum(), entries.sum(), refused.sum());
  }

  /**
   * How busy the writer is.
   *
   * @param waiting changes that wait
   * @param acknowledged changes answered since the start
   * @param entries log entries that they took
   * @param refused changes refused because too many waited
   */
  record Load(int waiting, long acknowledged, long entries, long refused) {}
}
