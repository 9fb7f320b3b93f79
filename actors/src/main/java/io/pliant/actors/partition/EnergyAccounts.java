package io.pliant.actors.partition;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.energy.CountedEnergy;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.EnergyTally;
import io.pliant.core.energy.NodeAccount;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.slf4j.Logger;

/**
 * The energy accounts of a partition between two writes. What is not yet written is lost with this
 * process and told again by the agents, which repeat it until it is confirmed.
 */
final class EnergyAccounts {
  /** Age at which what a node's meter told is written down; sooner when a job has left the node. */
  static final Duration WRITE_EVERY = Duration.ofSeconds(60);

  /** Age at which the end of a stay is given up as a gap when no meter tells of it. */
  static final Duration FORGET_AFTER = Duration.ofHours(2);

  private static final Duration FORGET_EVERY = Duration.ofSeconds(60);

  private final EnergyTally tally =
      new EnergyTally(new EnergyTally.Rule(micros(WRITE_EVERY), micros(FORGET_AFTER)));
  private final TreeSet<NodeName> wrongClocks = new TreeSet<>();
  private final Peers peers;
  private final Logger log;
  private Instant lastForgotten = Instant.MIN;

  EnergyAccounts(Peers peers, Logger log) {
    this.peers = peers;
    this.log = log;
  }

  /** A new incarnation begins with what is durable. */
  void reset() {
    tally.reset();
  }

  void take(PartitionState state, PartitionCommand.PowerSeen seen, Instant now) {
    EnergyTally.Taken taken = tally.take(state.energy(), seen.node(), seen.report(), micros(now));
    if (taken == EnergyTally.Taken.COUNTED) {
      wrongClocks.remove(seen.node());
    } else if (wrongClocks.add(seen.node())) {
      log.warn(
          "node {}: its clock is more than a minute ahead of this controller's, so its energy is not counted; set its clock",
          seen.node());
    }
    confirmAgain(state, seen);
  }

  /** An agent that repeats what is durable has not heard of it. */
  private void confirmAgain(PartitionState state, PartitionCommand.PowerSeen seen) {
    NodeAccount durable = state.energy().nodes().get(seen.node());
    List<EnergySpan> spans = seen.report().spans();
    if (durable != null && !spans.isEmpty() && spans.getFirst().to() <= durable.until()) {
      confirm(seen.node(), durable.until());
    }
  }

  /** What is to be written now; each is followed by {@link #decided}. */
  List<PartitionIntent.CountEnergy> due(PartitionState state, Instant now) {
    List<PartitionIntent.CountEnergy> due = new ArrayList<>(2);
    CountedEnergy counted = tally.due(state.energy());
    if (counted != null) {
      due.add(new PartitionIntent.CountEnergy(counted));
    }
    if (!now.isBefore(lastForgotten.plus(FORGET_EVERY))) {
      lastForgotten = now;
      CountedEnergy forgotten = tally.forgotten(state.energy(), micros(now));
      if (forgotten != null) {
        due.add(new PartitionIntent.CountEnergy(forgotten));
      }
    }
    return due;
  }

  /** Tells the agents what is durable now; what was refused is counted anew. */
  void decided(PartitionIntent.CountEnergy intent, PartitionReply reply) {
    if (reply instanceof PartitionReply.Done) {
      intent.part().nodes().forEach(count -> confirm(count.node(), count.until()));
    } else {
      tally.reset();
    }
  }

  private void confirm(NodeName node, long until) {
    peers.tell(node, new NodeCommand.SendPowerCounted(until));
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1_000;
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }
}
