package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionReply;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A journal that does not write for a while, and a cluster that goes on talking meanwhile. */
class StalledJournalTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String JOURNAL_THREAD = "journal-thread";

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  pekko.persistence.journal.plugin = "pekko.persistence.journal.inmem"
                  pekko.persistence.journal.inmem.plugin-dispatcher = journal-thread
                  pekko.persistence.snapshot-store.plugin = "pekko.persistence.no-snapshot-store"
                  journal-thread {
                    type = Dispatcher
                    executor = "thread-pool-executor"
                    thread-pool-executor { fixed-pool-size = 1 }
                  }
                  """)
              .withFallback(ConfigFactory.load()));
  private final BlockingQueue<Runnable> rounds = new LinkedBlockingQueue<>();
  private final BlockingQueue<JobCommand> toJobs = new LinkedBlockingQueue<>();
  private final CountDownLatch journalWrites = new CountDownLatch(1);
  private final ActorRef<PartitionCommand> partition =
      kit.spawn(PartitionFront.create(SmallPartition.environment(rounds::add, new Recorder())));

  @AfterEach
  void stop() {
    journalWrites.countDown();
    kit.shutdownTestKit();
  }

  @Test
  void shouldStartAWaitingJobAfterHeartbeatsFloodedAStalledLedger() throws Exception {
    // given
    nodeIsThere();
    partition.tell(SmallPartition.submitted(1));
    assertThat(next(toJobs, "the answer to job 1"))
        .isEqualTo(
            new JobCommand.EnqueueAnswered(
                1, new PartitionReply.Queued(), null, null, new PartitionName("main")));
    Runnable round = next(rounds, "a round that has seen job and node");

    // when
    holdTheJournal();
    partition.tell(SmallPartition.submitted(2));
    TestProbe<PartitionAnswer> nobody = kit.createTestProbe();
    for (int i = 0; i < 5_000; i++) {
      partition.tell(SmallPartition.nodeSeen());
      partition.tell(new PartitionCommand.GetSummary(nobody.ref()));
    }
    round.run();
    journalWrites.countDown();

    // then
    roundsUntil(JobCommand.Granted.class);
  }

  @Test
  void shouldTellSubmissionsThatFindNoRoomThatThePartitionIsBusy() throws Exception {
    nodeIsThere();
    holdTheJournal();
    for (int i = 1; i <= 6_000; i++) {
      partition.tell(SmallPartition.submitted(i));
    }

    JobCommand.EnqueueAnswered first =
        (JobCommand.EnqueueAnswered) next(toJobs, "an answer while nothing is written");
    assertThat(first.reply())
        .isInstanceOfSatisfying(
            PartitionReply.Refused.class,
            refused -> {
              assertThat(refused.refusal().kind()).isEqualTo(Refusal.Kind.UNAVAILABLE);
              assertThat(refused.refusal().reason()).contains("main is busy");
            });

    journalWrites.countDown();
    JobCommand answer = next(toJobs, "an answer to one that found room");
    while (!(answer
        instanceof
        JobCommand.EnqueueAnswered(
            int _,
            PartitionReply.Queued _,
            Integer _,
            Integer _,
            PartitionName _))) {
      answer = next(toJobs, "an answer to one that found room");
    }
  }

  /** Returns when it is durable; no round is under way then. */
  private void nodeIsThere() throws InterruptedException {
    next(rounds, "the round after the take-over").run();
    partition.tell(SmallPartition.nodeSeen());
    next(rounds, "the round after the node came").run();
  }

  private void holdTheJournal() {
    kit.system()
        .dispatchers()
        .lookup(DispatcherSelector.fromConfig(JOURNAL_THREAD))
        .execute(() -> {
          try {
            assertThat(journalWrites.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void roundsUntil(Class<? extends JobCommand> kind) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      assertThat(System.nanoTime()).as("time for " + kind).isLessThan(end);
      JobCommand told = toJobs.poll(50, TimeUnit.MILLISECONDS);
      if (kind.isInstance(told)) {
        return;
      }
      Runnable round = rounds.poll();
      if (round != null) {
        round.run();
      }
    }
  }

  private static <T> T next(BlockingQueue<T> queue, String what) throws InterruptedException {
    T found = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(found).as(what).isNotNull();
    return found;
  }

  private final class Recorder extends NoPeers {
    @Override
    public void tell(CorridorCommand command) {
      // told each second
    }

    @Override
    public void tell(JobId job, JobCommand command) {
      toJobs.add(command);
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      // an answer to its agent
    }
  }
}
