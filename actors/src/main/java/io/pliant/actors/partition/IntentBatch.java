package io.pliant.actors.partition;

import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionOutcome;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.Decision;
import io.pliant.core.pool.PoolSight;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Intents that are decided together, each against the state that the ones before it lead to. */
final class IntentBatch {
  /** Events of one write, so that no burst makes it longer than the journal takes. */
  static final int MOST_EVENTS = 1_000;

  private PartitionLifecycle lifecycle;
  private @Nullable PoolSight sight;
  private List<Pending> pending = new ArrayList<>();
  private @Nullable Ahead ahead;
  private @Nullable PartitionState latest;

  private record Pending(PartitionIntent intent, Consumer<PartitionReply> afterwards) {}

  /**
   * @param state the state once {@code events} are durable
   * @param seen to be run after that first: what follows from it a round has seen already
   * @param replies to be run after those
   */
  record Decided(
      PartitionState state,
      List<PartitionEvent> events,
      List<Runnable> seen,
      List<Runnable> replies) {}

  /** What was decided from a state, for a round to look at, and is not written yet. */
  private record Ahead(PartitionState from, List<Pending> intents, Decided decided, boolean seen) {}

  IntentBatch(PartitionLifecycle lifecycle) {
    this.lifecycle = lifecycle;
  }

  /** What is known now of the others of its pool. */
  void seeing(PoolSight others) {
    if (!others.equals(sight)) {
      sight = others;
      lifecycle = lifecycle.seeing(others);
    }
  }

  /** The rules as they are now. */
  PartitionLifecycle lifecycle() {
    return lifecycle;
  }

  /** True when this is the first of a new batch, so that somebody has to ask for the decision. */
  boolean add(PartitionIntent intent, Consumer<PartitionReply> afterwards) {
    pending.add(new Pending(intent, afterwards));
    return pending.size() == 1;
  }

  /** Puts one before all that wait. */
  void addFirst(PartitionIntent intent, Consumer<PartitionReply> afterwards) {
    thinkAgain();
    pending.addFirst(new Pending(intent, afterwards));
  }

  /** Forgets what an incarnation that is over has not decided; its senders repeat themselves. */
  void reset() {
    pending = new ArrayList<>();
    ahead = null;
  }

  private void thinkAgain() {
    if (ahead != null) {
      pending.addAll(0, ahead.intents());
      ahead = null;
    }
  }

  /** True when intents are left that no decision was made on. */
  boolean waiting() {
    return !pending.isEmpty();
  }

  /**
   * Decides on what waits without taking it from what is to be written: the next {@link #decide}
   * from the same state begins with it.
   */
  Decided ahead(PartitionState from, Instant now) {
    thinkAgain();
    List<Pending> waiting = pending;
    Decided decided = decide(from, now);
    List<Pending> intents = waiting.subList(0, waiting.size() - pending.size());
    ahead = new Ahead(from, intents, decided, false);
    return decided;
  }

  /** A round looks at what was decided ahead. */
  void seen() {
    if (ahead != null) {
      ahead = new Ahead(ahead.from(), ahead.intents(), ahead.decided(), true);
    }
  }

  /** Decides on what came first, as much as one write takes. */
  Decided decide(PartitionState from, Instant now) {
    if (ahead != null && ahead.from() != from) {
      thinkAgain();
    }
    Ahead before = ahead;
    ahead = null;
    List<Pending> batch = pending;
    pending = new ArrayList<>();
    PartitionState state = before == null ? from : before.decided().state();
    List<PartitionEvent> events = new ArrayList<>();
    List<Runnable> seen = new ArrayList<>();
    List<Runnable> replies = new ArrayList<>(batch.size());
    if (before != null) {
      events.addAll(before.decided().events());
      (before.seen() ? seen : replies).addAll(before.decided().replies());
    }
    for (Pending one : batch) {
      if (events.size() >= MOST_EVENTS) {
        pending.add(one);
        continue;
      }
      PartitionOutcome outcome = lifecycle.decide(state, one.intent(), now);
      for (PartitionEvent event : outcome.events()) {
        state = state.evolve(event);
      }
      events.addAll(outcome.events());
      replies.add(() -> one.afterwards().accept(outcome.reply()));
    }
    return new Decided(state, events, seen, replies);
  }

  /** The same, with starts that were checked against {@code decided.state()}. */
  Decided plusStarts(Decided decided, List<Decision.Start> starts, Instant now) {
    return starts.isEmpty()
        ? decided
        : plus(decided, new PartitionIntent.StartJobs(starts), _ -> {}, now);
  }

  /** The same, with what is promised to waiting jobs from now on. */
  Decided plusPromises(Decided decided, List<Decision.Reserve> promises, Instant now) {
    return plus(decided, new PartitionIntent.KeepPromises(promises), _ -> {}, now);
  }

  /** The same, with resizes as far as they are possible in {@code decided.state()}. */
  Decided plusResizes(
      Decided decided,
      List<PartitionIntent.Resizing> resizings,
      Consumer<PartitionReply> afterwards,
      Instant now) {
    return resizings.isEmpty()
        ? decided
        : plus(decided, new PartitionIntent.BeginResizes(resizings), afterwards, now);
  }

  private Decided plus(
      Decided decided, PartitionIntent intent, Consumer<PartitionReply> afterwards, Instant now) {
    PartitionOutcome outcome = lifecycle.decide(decided.state(), intent, now);
    PartitionState state = decided.state();
    for (PartitionEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    List<PartitionEvent> events = new ArrayList<>(decided.events());
    events.addAll(outcome.events());
    List<Runnable> replies = new ArrayList<>(decided.replies());
    replies.add(() -> afterwards.accept(outcome.reply()));
    return new Decided(state, events, decided.seen(), replies);
  }

  /** Remembers the durable state for replies that look at it. */
  void written(PartitionState state) {
    latest = state;
  }

  /** The durable state that replies may look at. */
  PartitionState latest() {
    if (latest == null) {
      throw new IllegalStateException("Expected a state to be written before a reply looks at it.");
    }
    return latest;
  }
}
