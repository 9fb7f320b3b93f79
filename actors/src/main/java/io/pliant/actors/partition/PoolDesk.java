package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Waits;
import io.pliant.core.id.JobId;
import io.pliant.core.lending.Dealings;
import io.pliant.core.lending.Dealt;
import io.pliant.core.lending.Grown;
import io.pliant.core.lending.PoolWord;
import io.pliant.core.lending.Tried;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.GrowthRules;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.Trigger;
import io.pliant.core.view.ClusterView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Where a partition and the others of its pool speak. What follows is decided in {@code core} with
 * each write, and said once that is durable.
 */
final class PoolDesk {
  private final PartitionEnvironment environment;
  private final IntentBatch batch;
  private final TimerScheduler<PartitionCommand> timers;
  private final ActorRef<PartitionCommand> self;
  private final Logger log;
  private final Map<GrowthRules.Wanted, PartitionCommand.OrderResize> operators = new HashMap<>();
  private Dealings dealings;
  private long strangers;
  private long words;

  PoolDesk(
      PartitionEnvironment environment,
      IntentBatch batch,
      TimerScheduler<PartitionCommand> timers,
      ActorRef<PartitionCommand> self,
      Logger log) {
    this.environment = environment;
    this.batch = batch;
    this.timers = timers;
    this.self = self;
    this.log = log;
    this.dealings = begun();
  }

  private Dealings begun() {
    return new Dealings(environment.settings().name(), environment.settings().pool());
  }

  /** A new incarnation has heard nothing, offers nothing and collects nothing. */
  void reset() {
    operators.clear();
    dealings = begun();
  }

  /** Takes in a word; a write answers it. */
  void hear(PoolWord word) {
    boolean first = !dealings.pending();
    if (!dealings.hear(word)) {
      if (Long.bitCount(++strangers) == 1) {
        log.warn(
            "partition {}: {} words of partitions that are not of its pool are dropped, the last one of {}",
            environment.settings().name(),
            strangers,
            word.from());
      }
    } else if (first) {
      self.tell(PartitionCommand.Flush.INSTANCE);
    }
  }

  /**
   * Seeks nodes in the pool for a running job that is to grow; whoever wants it is told within
   * seconds. False when the partition is in no pool.
   */
  boolean grow(GrowthRules.Wanted wanted) {
    boolean first = !dealings.pending();
    boolean seeks = dealings.grow(wanted, environment.clock().instant());
    if (seeks && first) {
      self.tell(PartitionCommand.Flush.INSTANCE);
    }
    return seeks;
  }

  /** The same, for an operator who waits for the answer. */
  boolean grow(PartitionCommand.OrderResize order) {
    Grant grant = batch.latest().grants().get(order.job());
    if (grant == null) {
      return false;
    }
    GrowthRules.Wanted wanted =
        new GrowthRules.Wanted(grant.job().attemptId(), order.nodes(), null, null);
    boolean seeks = grow(wanted);
    PartitionCommand.OrderResize before = seeks ? operators.put(wanted, order) : null;
    if (before != null) {
      ResizeAnswers.toOperator(before, "the same was ordered again");
    }
    return seeks;
  }

  private void tell(Grown grown) {
    GrowthRules.Wanted wanted = grown.wanted();
    String request = wanted.request();
    PartitionCommand.OrderResize order = operators.remove(wanted);
    if (order != null) {
      ResizeAnswers.toOperator(order, grown.refusal());
    } else if (request != null && grown.refusal() != null) {
      ResizeAnswers.toProgram(environment.peers(), wanted.attempt(), request, grown.refusal());
    }
  }

  /** Time has passed; called each second. */
  void tick() {
    boolean first = !dealings.pending();
    dealings.tick();
    if (first && dealings.pending()) {
      self.tell(PartitionCommand.Flush.INSTANCE);
    }
  }

  /** Jobs that a round could not start, in the order of the queue. */
  void notStarted(List<JobId> jobs) {
    dealings.notStarted(jobs);
  }

  /** What rounds are to see of a view; may be used by another thread. */
  UnaryOperator<ClusterView> sights(PartitionState state, Instant now) {
    return dealings.sights(state, now);
  }

  /** Idle nodes that are kept for somebody who collects. */
  int offered() {
    return dealings.offered().size();
  }

  /** Words said to the others so far. */
  long words() {
    return words;
  }

  /** Jobs for which nodes are being collected. */
  int collecting() {
    return dealings.collections();
  }

  /** What was tried in the pool for a job, or null. */
  @Nullable Tried tried(JobId job) {
    return dealings.tried(job);
  }

  /** The rules of the partition, with what is known of the others. */
  PartitionLifecycle lifecycle() {
    return batch.lifecycle();
  }

  /** What else is decided, with what follows for the pool. */
  IntentBatch.Decided deal(
      PartitionState before, IntentBatch.Decided decided, RoundSchedule rounds, Instant now) {
    Dealt dealt = dealings.deal(before, decided.state(), now);
    batch.seeing(dealings.sight());
    Instant wake = dealings.wakeAt();
    if (wake != null) {
      timers.startSingleTimer("pool", PartitionCommand.Flush.INSTANCE, Waits.until(wake, now));
    }
    if (dealt.freed()) {
      rounds.want(Trigger.NODE_CHANGED);
    }
    if (dealt.events().isEmpty() && dealt.words().isEmpty() && dealt.grown().isEmpty()) {
      return decided;
    }
    List<PartitionEvent> events = new ArrayList<>(decided.events());
    events.addAll(dealt.events());
    List<Runnable> replies = new ArrayList<>(decided.replies());
    replies.add(() -> say(dealt.words()));
    dealt.grown().forEach(grown -> replies.add(() -> tell(grown)));
    return new IntentBatch.Decided(dealt.state(), events, decided.seen(), replies);
  }

  private void say(List<PoolWord.Addressed> words) {
    this.words += words.size();
    for (PoolWord.Addressed each : words) {
      environment.peers().tell(each.to(), new PartitionCommand.PoolSaid(each.word()));
    }
  }
}
