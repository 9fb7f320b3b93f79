package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.Trigger;
import java.time.Duration;
import java.time.Instant;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Lets a write wait for a round that takes no longer than the write itself: a submission and its
 * start, or an end and the start that it makes room for, are then one write instead of two. The
 * round looks at the state as it will be. Nothing waits long: what was put off is written after
 * {@link #LONGEST} without a plan.
 */
final class JointWrite {
  static final Duration LONGEST = Duration.ofMillis(30);
  private static final String TIMER = "joint-write";

  private final RoundSchedule rounds;
  private final IntentBatch batch;
  private final TimerScheduler<PartitionCommand> timers;
  private boolean waiting;
  private long sinceNanos;

  JointWrite(RoundSchedule rounds, IntentBatch batch, TimerScheduler<PartitionCommand> timers) {
    this.rounds = rounds;
    this.batch = batch;
    this.timers = timers;
  }

  /** True when the batch is to be written with the plan of a round that is under way. */
  boolean waits(PartitionState state, Instant now) {
    if (waiting && System.nanoTime() - sinceNanos >= LONGEST.toNanos()) {
      return false;
    }
    if (!rounds.quick() || !(mayStartSome(state) || beginsRound(state, now))) {
      return false;
    }
    if (!waiting) {
      waiting = true;
      sinceNanos = System.nanoTime();
      timers.startSingleTimer(TIMER, PartitionCommand.Flush.INSTANCE, LONGEST);
    }
    return true;
  }

  /**
   * True while a round is under way that may find a start: without any room its plan saves nothing.
   */
  private boolean mayStartSome(PartitionState state) {
    return rounds.underWay() && (waiting || hasRoom(state));
  }

  private boolean beginsRound(PartitionState state, Instant now) {
    if (!rounds.mayBegin()) {
      return false;
    }
    IntentBatch.Decided ahead = batch.ahead(state, now);
    Trigger trigger = trigger(ahead);
    if (trigger == null || ahead.state().queue().isEmpty() || !hasRoom(ahead.state())) {
      return false;
    }
    batch.seen();
    rounds.hold(ahead.state(), trigger);
    return true;
  }

  private static @Nullable Trigger trigger(IntentBatch.Decided ahead) {
    for (PartitionEvent event : ahead.events()) {
      if (event instanceof PartitionEvent.JobEnqueued) {
        return Trigger.JOB_SUBMITTED;
      }
      if (event instanceof PartitionEvent.NodesReleased) {
        return Trigger.JOB_ENDED;
      }
    }
    return null;
  }

  private static boolean hasRoom(PartitionState state) {
    for (NodeRecord node : state.nodes().values()) {
      if (node.available() && node.usedCpus() < node.capacity().cpus()) {
        return true;
      }
    }
    return false;
  }

  /** The batch is being written. */
  void written() {
    if (waiting) {
      waiting = false;
      timers.cancel(TIMER);
    }
  }
}
