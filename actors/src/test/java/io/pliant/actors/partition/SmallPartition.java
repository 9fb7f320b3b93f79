package io.pliant.actors.partition;

import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.TestTiming;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;

/** A partition {@code main} of one node, {@code n001}, and what comes to it. */
final class SmallPartition {
  private SmallPartition() {}

  /** It holds no round that nothing has asked for; rounds are thought out by that executor. */
  static PartitionEnvironment environment(Executor rounds, NoPeers peers) {
    Duration never = Duration.ofHours(1);
    return new PartitionEnvironment(
        new PartitionSettings(
            new PartitionName("main"), true, "n001", "easy", Duration.ofHours(1), null, false, 5),
        Policies.named("easy"),
        rounds,
        DecisionLog.NONE,
        peers,
        Clock.systemUTC(),
        KnownEpoch.of(1),
        "c1",
        "127.0.0.1",
        1,
        TestTiming.quiet(),
        new RoundClocks(never, never, never),
        PartitionMeter.NONE);
  }

  /** Its node has one cpu. */
  static PartitionCommand nodeSeen() {
    NodeDescription description =
        new NodeDescription(
            "host", new NodeCapacity(1, 1000), "t", "t", "none", false, "nobody", true, List.of());
    return new PartitionCommand.NodeSeen(new NodeName("n001"), description, List.of(), null, null);
  }

  /** A job of one cpu. */
  static PartitionCommand.OfJob submitted(int number) {
    return new PartitionCommand.OfJob(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                new JobId(number),
                1,
                "job",
                "ada",
                new ResourceRequest(1, 1, 1, 1, 0, false),
                Duration.ofMinutes(5),
                false,
                null,
                Instant.EPOCH,
                null)));
  }
}
