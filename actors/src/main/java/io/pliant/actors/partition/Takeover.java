package io.pliant.actors.partition;

import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionState;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Begins the term of an incarnation as soon as the cluster's epoch is known. What comes in before
 * waits for it, since an order under a term of the wrong epoch is refused by all nodes.
 */
final class Takeover {
  private static final Duration SOON = Duration.ofMillis(20);

  private final KnownEpoch epoch;
  private final TimerScheduler<PartitionCommand> timers;
  private final ActorRef<PartitionCommand> self;
  private boolean begun;

  Takeover(
      KnownEpoch epoch, TimerScheduler<PartitionCommand> timers, ActorRef<PartitionCommand> self) {
    this.epoch = epoch;
    this.timers = timers;
    this.self = self;
  }

  /** A new incarnation has recovered. */
  void forget() {
    begun = false;
  }

  /** True once the term's begin is the first of what is to be decided, or durable. */
  boolean begun() {
    return begun;
  }

  /** True when a newer epoch has begun since: a controller told late of a restore. */
  boolean outlived(PartitionState state) {
    return epoch.newest() > ClusterEpoch.ofTerm(state.term());
  }

  /** Puts the begin before all else, now or when the epoch is known. */
  void begin(IntentBatch batch, Consumer<PartitionReply> afterwards) {
    long newest = epoch.newest();
    if (newest == 0) {
      timers.startSingleTimer(PartitionCommand.TakeOver.INSTANCE, SOON);
      return;
    }
    begun = true;
    batch.addFirst(new PartitionIntent.BeginTerm(newest), afterwards);
    self.tell(PartitionCommand.Flush.INSTANCE);
  }
}
