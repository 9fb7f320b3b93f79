package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionIntent;
import java.time.Duration;
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
  private static final String HUNG = "a round that hangs";

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
      kit.spawn(PartitionFront.create(SmallPartition.environment(this::hold, new Recorder())));

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldAnswerASubmissionWithTheWriteThatStartsIt() throws InterruptedException {
    partition.tell(SmallPartition.nodeSeen());
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

    // when
    hangs = true;
    partition.tell(SmallPartition.submitted(1_000_001));

    // then: the first has an answer though a round hangs, and so has one that comes while it does
    List<String> order = until(HUNG);
    if (!order.contains("EnqueueAnswered")) {
      until("EnqueueAnswered");
    }
    partition.tell(SmallPartition.submitted(1_000_002));
    assertThat(until("EnqueueAnswered")).doesNotContain("Granted");
  }

  /** What was announced to another process's journal is not known to this one's. */
  @Test
  void shouldNotTakeWhatAJobOfAnotherProcessAsksEarly() throws InterruptedException {
    partition.tell(new PartitionCommand.Early(SmallPartition.submitted(1), "another process"));
    partition.tell(released(2));

    assertThat(until("ReleaseConfirmed")).doesNotContain("EnqueueAnswered");
  }

  /** What was heard until the job had its nodes; it leaves them then. */
  private List<String> submitAndEnd(int job) throws InterruptedException {
    heard.clear();
    partition.tell(SmallPartition.submitted(job));
    List<String> order = until("Granted");
    partition.tell(released(job));
    until("ReleaseConfirmed");
    until(ROUND); // one looks at the free node
    return order;
  }

  private static PartitionCommand.OfJob released(int job) {
    return new PartitionCommand.OfJob(
        new PartitionIntent.Release(new AttemptId(new JobId(job), 1), null));
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

  private void hold(Runnable round) {
    boolean never = hangs;
    heard.add(never ? HUNG : ROUND);
    if (!never) {
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
