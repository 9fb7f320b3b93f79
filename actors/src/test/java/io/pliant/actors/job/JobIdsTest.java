package io.pliant.actors.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.epoch.EpochWatch;
import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.epoch.RestoreNotice;
import io.pliant.actors.protocol.JobIdCommand;
import io.pliant.core.id.JobStripes;
import io.pliant.core.job.JobNumbers;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.testkit.PersistenceTestKitPlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class JobIdsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ActorTestKit kit = ActorTestKit.create(PersistenceTestKitPlugin.config());
  private final ActorRef<JobIdCommand> ids =
      kit.spawn(new JobIds("all", JobStripes.ONE, Clock.systemUTC()));

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldReadSnapshotsFromBeforeThereWereEpochs() {
    assertThat(
            new JobIds("all", JobStripes.ONE, Clock.systemUTC())
                .snapshotAdapter()
                .fromJournal(4711L))
        .isEqualTo(new JobNumbers(4711, 0, null, null));
  }

  @Test
  void shouldPassNumbersOverAndTellOnceOfARestore() throws Exception {
    // given
    TestProbe<JobIdCommand.Block> blocks = kit.createTestProbe();
    TestProbe<JobIdCommand.Epoch> epochs = kit.createTestProbe();
    ids.tell(new JobIdCommand.GetEpoch(null, epochs.ref()));
    long founded = epochs.receiveMessage(PATIENCE).epoch();
    ids.tell(new JobIdCommand.GrantBlock(8, blocks.ref()));
    assertThat(blocks.receiveMessage(PATIENCE)).isEqualTo(new JobIdCommand.Block(1, 8));

    // when
    CountDownLatch told = new CountDownLatch(1);
    KnownEpoch known = KnownEpoch.none();
    RestoreNotice notice = new RestoreNotice("backup 7", told::countDown);
    kit.spawn(EpochWatch.create(known, notice, ids::tell));

    // then
    assertThat(told.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(known.newest()).isGreaterThan(founded);
    ids.tell(new JobIdCommand.GrantBlock(8, blocks.ref()));
    assertThat(blocks.receiveMessage(PATIENCE).first()).isEqualTo(200_001);
  }
}
