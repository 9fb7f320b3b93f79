package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.actors.cluster.JournalDatabase;
import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.journal.JournalConfig;
import io.pliant.actors.journal.JournalSettings;
import io.pliant.actors.journal.JournalTags;
import io.pliant.actors.journal.ReadJournals;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.TestTiming;
import io.pliant.api.NodeEnergy;
import io.pliant.api.NodeEntry;
import io.pliant.core.energy.Energy;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.StepRun;
import io.pliant.core.energy.StepShare;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.journal.GroupSettings;
import io.pliant.journal.Member;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.stream.javadsl.Sink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The energy accounts on a journal that outlives the partition; the test plays the agent. */
final class PartitionEnergyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JobId JOB = new JobId(7);
  private static final NodeName NODE = new NodeName("n001");
  private static final long SECOND = 1_000_000;

  @TempDir Path folder;
  private final BlockingQueue<JobCommand> toJobs = new LinkedBlockingQueue<>();
  private final BlockingQueue<Long> confirmed = new LinkedBlockingQueue<>();
  private final List<EnergySpan> owed = new ArrayList<>();
  private final int port = freePort();
  private long meter = micros(Instant.now()) - 5 * SECOND;
  private long told;

  @BeforeAll
  static void unpackLibraryOnce() {
    System.setProperty(
        "io.pliant.native.dir", Path.of("target", "native").toAbsolutePath().toString());
  }

  @Test
  void shouldCountOnceWhatAgentsTellAgainAfterThePartitionDied() throws Exception {
    JournalSettings journal = journal();
    JournalDatabase.prepare(journal);
    ActorTestKit first = start(journal);
    ActorRef<PartitionCommand> partition = first.spawn(PartitionFront.create(environment()));
    seen(partition);
    tellUntilConfirmed(partition);
    jobStarts(partition);
    for (int i = 0; i < 3; i++) {
      measureUntilNow();
      tell(partition);
    }
    NodeEnergy before = node(first, partition);
    assertThat(before.idleJoules())
        .as("nothing of the job is durable")
        .isEqualTo(before.meteredJoules());
    first.shutdownTestKit();
    confirmed.clear();

    ActorTestKit second = start(journal);
    try {
      ActorRef<PartitionCommand> again = second.spawn(PartitionFront.create(environment()));
      seen(again);
      tell(again);
      again.tell(
          new PartitionCommand.OfJob(
              new PartitionIntent.Release(new AttemptId(JOB, 1), JobStatus.COMPLETED)));
      next(toJobs, JobCommand.ReleaseConfirmed.class);
      tellUntilConfirmed(again);

      JobEnergy job = awaitJob(second);
      NodeEnergy after = node(second, again);
      long counted = told - owed.stream().mapToLong(EnergySpan::microjoules).sum();
      assertThat(after.meteredJoules()).isEqualTo(counted / 1e6);
      assertThat(job.total().joules()).isPositive();
      assertThat(Math.round((after.idleJoules() + job.total().joules()) * 1e6)).isEqualTo(counted);
      assertThat(after.unaccountedJoules()).isZero();
      assertThat(job.total().gapMicros()).isZero();
      assertThat(job.methods()).containsExactly("emulated");
      assertThat(job.parts().getLast().to()).isNotNull();
      assertThat(job.total().peakWatts()).isBetween(100.0, 160.0);
      Energy step = Objects.requireNonNull(job.steps().get(StepId.batch(JOB, 1))).energy();
      assertThat(step.microjoules()).isEqualTo(job.total().microjoules());
      assertThat(step.measuredMicros()).isEqualTo(job.total().measuredMicros());
    } finally {
      second.shutdownTestKit();
    }
  }

  /** What readers of the journal learn of the job until its account is complete. */
  private static JobEnergy awaitJob(ActorTestKit kit) {
    TestProbe<EventEnvelope> events = kit.createTestProbe();
    ReadJournals.eventsByTag(kit.system(), 0, JournalTags.JOB, 0)
        .runWith(Sink.foreach(e -> events.getRef().tell(e)), kit.system());
    JobEnergy energy = JobEnergy.NONE;
    while (energy.counted() == 0) {
      switch (events.receiveMessage(PATIENCE).event()) {
        case PartitionEvent.EnergyCounted e -> {
          for (Share share : e.shares()) {
            assertThat(share.interval().job()).isEqualTo(JOB);
            energy = energy.plus(share);
          }
          for (StepShare share : Objects.requireNonNullElse(e.steps(), List.<StepShare>of())) {
            energy = energy.plus(share);
          }
        }
        case PartitionEvent.JobEnergyCounted e -> energy = energy.complete(e.attempt());
        default -> throw new AssertionError("no other event is tagged");
      }
    }
    return energy;
  }

  private void jobStarts(ActorRef<PartitionCommand> partition) throws InterruptedException {
    partition.tell(
        new PartitionCommand.OfJob(
            new PartitionIntent.Enqueue(
                new QueuedJob(
                    JOB,
                    1,
                    "job",
                    "ada",
                    new ResourceRequest(1, 1, 1, 1, 0, false),
                    Duration.ofMinutes(5),
                    false,
                    null,
                    Instant.EPOCH,
                    null))));
    next(toJobs, JobCommand.Granted.class);
  }

  private void seen(ActorRef<PartitionCommand> partition) {
    NodeDescription description =
        new NodeDescription(
            "host", new NodeCapacity(1, 1000), "t", "t", "none", false, "nobody", true, List.of());
    partition.tell(new PartitionCommand.NodeSeen(NODE, description, List.of(), null, null));
  }

  /** Goes on measuring and telling until all up to some moment from now on is confirmed. */
  private void tellUntilConfirmed(ActorRef<PartitionCommand> partition)
      throws InterruptedException {
    long since = micros(Instant.now());
    long until = 0;
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (until < since) {
      assertThat(System.nanoTime()).as("no confirmation").isLessThan(deadline);
      measureUntilNow();
      tell(partition);
      Long one = confirmed.poll(200, TimeUnit.MILLISECONDS);
      if (one != null) {
        until = Math.max(until, one);
        owed.removeIf(span -> span.to() <= one);
      }
    }
  }

  private void measureUntilNow() {
    long now = micros(Instant.now());
    while (meter + SECOND / 4 <= now) {
      long energy = 31_234_567 + meter % 1_000;
      owed.add(new EnergySpan(NODE, meter, meter + SECOND / 4, energy, false));
      told += energy;
      meter += SECOND / 4;
    }
  }

  private void tell(ActorRef<PartitionCommand> partition) {
    List<EnergySpan> spans = owed.subList(0, Math.min(owed.size(), PowerReport.MOST_SPANS));
    StepRun batch = new StepRun(StepId.batch(JOB, 1), 1, 0, null);
    partition.tell(
        new PartitionCommand.PowerSeen(
            NODE, new PowerReport("emulated", spans, null, List.of(batch))));
  }

  private static NodeEnergy node(ActorTestKit kit, ActorRef<PartitionCommand> partition) {
    TestProbe<PartitionAnswer> probe = kit.createTestProbe();
    partition.tell(new PartitionCommand.GetNodes(null, 10, probe.ref()));
    NodeEntry entry =
        probe.expectMessageClass(PartitionAnswer.NodePage.class, PATIENCE).entries().getFirst();
    return Objects.requireNonNull(entry.energy());
  }

  private static <T> void next(BlockingQueue<T> queue, Class<? extends T> kind)
      throws InterruptedException {
    T found = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    while (!kind.isInstance(found)) {
      assertThat(found).as("%s", kind).isNotNull();
      found = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  private JournalSettings journal() {
    return new JournalSettings.Raft(
        new GroupSettings(
            "test",
            folder.resolve("state"),
            "c1",
            List.of(new Member("c1", "127.0.0.1", port)),
            1,
            GroupSettings.Timing.defaults(),
            GroupSettings.SNAPSHOT_EVERY,
            null));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static ActorTestKit start(JournalSettings journal) {
    Config config =
        ConfigFactory.parseString("pekko.actor.provider = local")
            .withFallback(JournalConfig.of(journal))
            .withFallback(ConfigFactory.load());
    return ActorTestKit.create("energy", config.resolve());
  }

  private PartitionEnvironment environment() {
    return new PartitionEnvironment(
        new PartitionSettings(
            new PartitionName("main"), true, "n001", "easy", Duration.ofHours(1), null, false, 5),
        Policies.named("easy"),
        Runnable::run,
        DecisionLog.NONE,
        new Recorder(),
        Clock.systemUTC(),
        KnownEpoch.of(1),
        "c1",
        "127.0.0.1",
        1,
        TestTiming.quiet(),
        new RoundClocks(Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(2)),
        PartitionMeter.NONE);
  }

  private final class Recorder extends NoPeers {
    @Override
    public void tell(JobId job, JobCommand command) {
      toJobs.add(command);
    }

    @Override
    public void tell(CorridorCommand command) {
      // what the partition draws; there is no corridor
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      if (command instanceof NodeCommand.SendPowerCounted(long until)) {
        confirmed.add(until);
      }
    }
  }
}
