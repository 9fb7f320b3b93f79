package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.TestTiming;
import io.pliant.core.id.AttemptId;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A submission and its start in one write, and a round that does not end beside them. */
class JointWriteTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ROUND = "round";

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
              """
              pekko.persistence.journal.plugin = "pekko.persistence.journal.inmem"
              pekko.persistence.snapshot-store.plugin = "pekko.persistence.no-snapshot-store"
              """));
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private volatile boolean hangs;
  private final ActorRef<PartitionCommand> partition =
      kit.spawn(PartitionFront.create(environment()));

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldAnswerASubmissionWithTheWriteThatStartsIt() throws InterruptedException {
    nodeSeen();
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<String> order = List.of();
    for (int job = 1; !order.equals(List.of(ROUND, "EnqueueAnswered", "Granted")); job++) {
      assertThat(System.nanoTime())
          .as("rounds are quick by now, but it was %s", order)
          .isLessThan(end);
      order = submitAndEnd(job);
    }
  }

  @Test
  void shouldAnswerSubmissionsWhileARoundHangs() throws InterruptedException {
    shouldAnswerASubmissionWithTheWriteThatStartsIt();

    hangs = true;
    enqueue(1_000_001);
    enqueue(1_000_002);

    until("EnqueueAnswered");
    until("EnqueueAnswered");
  }

  /** What was heard until the job had its nodes; it leaves them then. */
  private List<String> submitAndEnd(int job) throws InterruptedException {
    heard.clear();
    enqueue(job);
    List<String> order = until("Granted");
    partition.tell(
        new PartitionCommand.OfJob(
            new PartitionIntent.Release(new AttemptId(new JobId(job), 1), null)));
    until("ReleaseConfirmed");
    until(ROUND); // one looks at the free node
    return order;
  }

  private List<String> until(String last) throws InterruptedException {
    List<String> order = new ArrayList<>();
    do {
      String next = heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(next).as("%s after %s", last, order).isNotNull();
      order.add(next);
    } while (!order.getLast().equals(last));
    return order;
  }

  private void nodeSeen() {
    NodeDescription description =
        new NodeDescription(
            "host", new NodeCapacity(1, 1000), "t", "t", "none", false, "nobody", true, List.of());
    partition.tell(
        new PartitionCommand.NodeSeen(new NodeName("n001"), description, List.of(), null, null));
  }

  private void enqueue(int number) {
    partition.tell(
        new PartitionCommand.OfJob(
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
                    null))));
  }

  private PartitionEnvironment environment() {
    return new PartitionEnvironment(
        new PartitionSettings(
            new PartitionName("main"), true, "n001", "easy", Duration.ofHours(1), null, false, 5),
        Policies.named("easy"),
        this::hold,
        DecisionLog.NONE,
        new Recorder(),
        Clock.systemUTC(),
        KnownEpoch.of(1),
        "c1",
        "127.0.0.1",
        1,
        TestTiming.quiet(),
        new RoundClocks(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1)),
        PartitionMeter.NONE);
  }

  private void hold(Runnable round) {
    if (!hangs) {
      heard.add(ROUND);
      round.run();
    }
  }

  private final class Recorder extends NoPeers {
    @Override
    public void tell(CorridorCommand command) {
      // told each second
    }

    @Override
    public void tell(JobId job, JobCommand command) {
      heard.add(command.getClass().getSimpleName());
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      // an answer to its agent
    }
  }
}
