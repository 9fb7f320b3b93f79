package io.pliant.journal.raft;

import io.pliant.journal.JournalWriteFailed;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.ChangeCodec;
import io.pliant.journal.change.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts changes of many entities into few log entries: what gathers while entries are on their way
 * goes into the next one. An entity's changes keep their order, since only one is on its way at a
 * time. One that follows from others is made with them or after them, never before ({@link
 * PairedWrites}). What waits is bounded by number and by bytes, together with what waits for other
 * groups; beyond that a change is refused at once.
 */
final class BatchWriter {
  private static final int MOST_IN_ENTRY = 400;
  private static final int ENTRY_BYTES = 512 << 10;
  private static final int ENTRIES_AT_ONCE = 3;

  private final Function<byte[], CompletionStage<byte[]>> log;
  private final PairedWrites pairs;
  private final DelayLine holds;
  private final Deque<PendingWrite> queue = new ArrayDeque<>();
  private final Set<String> busy = new HashSet<>();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder entries = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final AppendTimes times = new AppendTimes();
  private final WriteBudget budget;
  private int underWay;

  /**
   * A writer.
   *
   * @param budget room for what waits
   * @param log appends an entry and completes with its answer
   */
  BatchWriter(WriteBudget budget, Function<byte[], CompletionStage<byte[]>> log) {
    this(budget, new PairedWrites(PairedWrites.HOLD), log);
  }

  /** The same, with the rules of writes that follow from others. */
  BatchWriter(
      WriteBudget budget, PairedWrites pairs, Function<byte[], CompletionStage<byte[]>> log) {
    this.pairs = pairs;
    this.budget = budget;
    this.log = log;
    this.holds = new DelayLine(pairs.hold(), ForkJoinPool.commonPool());
  }

  /** Completes when the change is durable on more than half of the members, or refused. */
  CompletionStage<Outcome> write(Change change) {
    PendingWrite write = PendingWrite.of(change);
    RuntimeException refusal = refusal(change);
    PairedWrites.Next next;
    synchronized (this) {
      if (refusal != null) {
        write.done().completeExceptionally(refusal);
        next = new PairedWrites.Next(List.of(), pairs.refused(change.entity()), false);
      } else if (change instanceof Change.Append) {
        next = pairs.come(write);
      } else {
        next = new PairedWrites.Next(List.of(write), List.of(), false);
      }
    }
    take(next);
    return write.done();
  }

  private @Nullable RuntimeException refusal(Change change) {
    if (change.weight() > RatisSettings.LARGEST_ENTRY - ENTRY_BYTES) {
      return new JournalWriteFailed(
          "Expected at most %d bytes in one write of '%s', but got %d."
              .formatted(
                  RatisSettings.LARGEST_ENTRY - ENTRY_BYTES, change.entity(), change.weight()),
          null);
    }
    if (!budget.take(change.weight())) {
      refused.increment();
      return new RejectedExecutionException(
          "Expected at most %d waiting writes of %d bytes, but the journal does not keep up."
              .formatted(WriteBudget.MOST_WAITING, WriteBudget.MOST_BYTES));
    }
    return null;
  }

  /**
   * The next write of that entity waits a moment for one that follows from it.
   *
   * @return false when so much waits that nothing is to be put off; then nothing is announced
   */
  boolean announce(String entity) {
    if (budget.crowded()) {
      return false;
    }
    long now = System.nanoTime();
    synchronized (this) {
      pairs.announce(entity, now);
    }
    lookAgain(entity, now);
    return true;
  }

  /** The next write of that entity is made with those that were announced of these, or after. */
  synchronized void follow(String entity, Collection<String> these) {
    pairs.follow(entity, these);
  }

  /** Nothing follows from the write that was announced of that entity. */
  void alone(String entity) {
    List<PendingWrite> queued;
    synchronized (this) {
      queued = pairs.alone(entity);
    }
    take(new PairedWrites.Next(queued, List.of(), false));
  }

  private void lookAgain(String entity, long announcedNanos) {
    holds.later(() -> {
      PairedWrites.Next next;
      synchronized (this) {
        next = pairs.due(entity, announcedNanos, System.nanoTime());
      }
      take(next);
      if (next.again()) {
        lookAgain(entity, announcedNanos);
      }
    });
  }

  private void take(PairedWrites.Next next) {
    if (!next.queued().isEmpty()) {
      synchronized (this) {
        queue.addAll(next.queued());
      }
      pump();
    }
    refuse(next.refused());
  }

  private void refuse(List<PendingWrite> writes) {
    for (PendingWrite write : writes) {
      budget.give(1, write.change().weight());
      write
          .done()
          .completeExceptionally(
              new JournalWriteFailed(
                  "Expected what a write of '%s' follows from to be written, but it was not."
                      .formatted(write.change().entity()),
                  null));
    }
  }

  private void pump() {
    while (true) {
      List<PendingWrite> orphans = new ArrayList<>();
      List<PendingWrite> group = next(orphans);
      refuse(orphans);
      if (group.isEmpty()) {
        return;
      }
      send(group);
    }
  }

  private synchronized List<PendingWrite> next(List<PendingWrite> orphans) {
    if (underWay >= ENTRIES_AT_ONCE || queue.isEmpty()) {
      return List.of();
    }
    Set<PendingWrite> group = new LinkedHashSet<>();
    Set<String> passedOver = new HashSet<>();
    int weight = 0;
    for (Iterator<PendingWrite> all = queue.iterator();
        all.hasNext() && group.size() < MOST_IN_ENTRY && weight < ENTRY_BYTES; ) {
      PendingWrite write = all.next();
      String entity = write.change().entity();
      if (write.after().stream().anyMatch(PendingWrite::failed)) {
        all.remove();
        orphans.add(write);
      } else if (!passedOver.contains(entity) && mayGo(write, group) && busy.add(entity)) {
        all.remove();
        group.add(write);
        weight += write.change().weight();
      } else {
        passedOver.add(entity);
      }
    }
    budget.give(group.size(), weight);
    underWay += group.isEmpty() ? 0 : 1;
    return List.copyOf(group);
  }

  private static boolean mayGo(PendingWrite write, Set<PendingWrite> group) {
    return write.after().stream().allMatch(first -> first.done().isDone() || group.contains(first));
  }

  private void send(List<PendingWrite> group) {
    CompletionStage<byte[]> answer;
    long begun = System.nanoTime();
    try {
      answer = log.apply(ChangeCodec.encode(group.stream().map(PendingWrite::change).toList()));
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
      pump(); // what follows from these
    });
  }

  private void settle(
      List<PendingWrite> group, byte @Nullable [] answer, @Nullable Throwable failure) {
    if (answer == null) {
      Throwable cause =
          failure == null ? new IllegalStateException("no answer and no failure") : failure;
      group.forEach(w -> settled(w, false));
      group.forEach(w -> w.done().completeExceptionally(cause));
      return;
    }
    List<Outcome> outcomes = ChangeCodec.decodeOutcomes(answer);
    entries.increment();
    acknowledged.add(group.size());
    for (int i = 0; i < group.size(); i++) {
      settled(group.get(i), outcomes.get(i) instanceof Outcome.Done);
      group.get(i).done().complete(outcomes.get(i));
    }
  }

  private synchronized void settled(PendingWrite write, boolean made) {
    pairs.settled(write, made);
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
