package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.job.JobEntity;
import io.pliant.actors.job.JobEnvironmentSettings;
import io.pliant.actors.job.JobPayloads;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.TestTiming;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.RequeueRules;
import io.pliant.core.job.StepLimits;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Spread;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pack, and the two partitions in which its components are, as actors over one journal. */
class PackEntitiesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JobId JOB = new JobId(1);
  private static final PartitionName A = new PartitionName("a");
  private static final PartitionName B = new PartitionName("b");
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  pekko.persistence.journal.plugin = "pekko.persistence.journal.inmem"
                  pekko.persistence.snapshot-store.plugin = "pekko.persistence.no-snapshot-store"
                  """)
              .withFallback(ConfigFactory.load()));
  private final Map<PartitionName, ActorRef<PartitionCommand>> partitions =
      new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable ActorRef<JobCommand>> job = new AtomicReference<>();
  private final BlockingQueue<NodeCommand.SendLaunch> launches = new LinkedBlockingQueue<>();
  private final AtomicReference<Predicate<Object>> lost = new AtomicReference<>(_ -> false);
  private final TestProbe<JobAnswer> client = kit.createTestProbe();
  private final TestProbe<PartitionAnswer> reader = kit.createTestProbe();
  private final MovableClock clock = new MovableClock();
  private final JobPayloads payloads = JobPayloads.start(kit.system());
  private int incarnation;

  @BeforeEach
  void start() {
    startPartition(A);
    startPartition(B);
    startJob();
    nodesAreThere();
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldLaunchOnceBothPartitionsHoldTheirShares() throws Exception {
    submit();

    NodeCommand.SendLaunch launch = nextLaunch();

    assertThat(launch.launch().step().attempt()).isEqualTo(1);
    awaitNodes(A, "alloc");
    awaitNodes(B, "alloc");
  }

  @Test
  void shouldFreeWhatOnePartitionHoldsWhenTheOtherDoesNotInTime() throws Exception {
    lost.set(said ->
        said instanceof ToPartition(PartitionName to, PartitionCommand.PackTold _) && to.equals(B));
    submit();
    awaitNodes(A, "alloc");
    awaitNodes(B, "idle");

    clock.pass(Duration.ofSeconds(11));

    awaitNodes(A, "idle");
    assertThat(launches).isEmpty();
    lost.set(_ -> false);
    clock.pass(Duration.ofMinutes(1));
    assertThat(nextLaunch().launch().step().attempt()).isEqualTo(2);
    awaitNodes(A, "alloc");
    awaitNodes(B, "alloc");
  }

  @Test
  void shouldGoOnWhenPartitionAndJobDieWithANodeHeld() throws Exception {
    lost.set(said ->
        said instanceof ToPartition(PartitionName to, PartitionCommand.PackTold _) && to.equals(B));
    submit();
    awaitNodes(A, "alloc");

    kit.stop(Objects.requireNonNull(partitions.get(A)));
    kit.stop(Objects.requireNonNull(job.get()));
    lost.set(_ -> false);
    startPartition(A);
    startJob();
    nodesAreThere();

    assertThat(nextLaunch().launch().step().attempt()).isEqualTo(1);
    awaitNodes(B, "alloc");
  }

  @Test
  void shouldNotStartWhileItIsHeldAndStartWhenItIsReleased() throws Exception {
    lost.set(said -> said instanceof ToPartition(_, PartitionCommand.PackTold _));
    submit();
    tell(new JobCommand.SetHeld(ADA, false, true, client.ref()));
    client.expectMessageClass(JobAnswer.Details.class, PATIENCE);
    awaitWhy(A, "JobHeldUser");
    awaitWhy(B, "JobHeldUser");
    lost.set(_ -> false);
    assertThat(launches).isEmpty();

    tell(new JobCommand.SetHeld(ADA, false, false, client.ref()));

    client.expectMessageClass(JobAnswer.Details.class, PATIENCE);
    nextLaunch();
  }

  @Test
  void shouldLeaveBothQueuesWhenItIsCancelled() throws Exception {
    lost.set(said -> said instanceof ToPartition(_, PartitionCommand.PackTold _));
    submit();

    tell(new JobCommand.Cancel(ADA, false, 0, client.ref(), null));

    assertThat(client.expectMessageClass(JobAnswer.Details.class, PATIENCE).details().status())
        .isEqualTo(JobStatus.CANCELLED);
    awaitGone(A);
    awaitGone(B);
  }

  /** A message to a partition, as tests lose it. */
  private record ToPartition(PartitionName to, PartitionCommand command) {}

  private void submit() {
    ResourceRequest one = ResourceRequest.single();
    tell(
        new JobCommand.Submit(
            new JobSpec(
                "pack",
                ADA,
                A,
                one.with(new Components(List.of(one), Spread.over(List.of(A, B)))),
                Duration.ofHours(1),
                new Payload.BatchScript("#!/bin/sh\n", List.of()),
                StreamFiles.batchDefault(),
                "/tmp",
                Map.of(),
                true,
                false,
                null,
                "",
                null),
            client.ref(),
            null));
    client.expectMessageClass(JobAnswer.Submitted.class, PATIENCE);
  }

  private void tell(JobCommand command) {
    ActorRef<JobCommand> to = job.get();
    if (to != null) {
      to.tell(command);
    }
  }

  private NodeCommand.SendLaunch nextLaunch() throws InterruptedException {
    NodeCommand.SendLaunch launch = launches.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return Objects.requireNonNull(launch, "a launch");
  }

  private void awaitNodes(PartitionName name, String state) {
    reader.awaitAssert(
        PATIENCE,
        () -> {
          nodesAreThere();
          ask(name, new PartitionCommand.GetNodes(null, 10, reader.ref()));
          PartitionAnswer.NodePage page =
              reader.expectMessageClass(PartitionAnswer.NodePage.class, PATIENCE);
          assertThat(page.entries())
              .singleElement()
              .satisfies(node -> assertThat(node.state()).startsWith(state));
          return true;
        });
  }

  private void awaitWhy(PartitionName name, String code) {
    reader.awaitAssert(
        PATIENCE,
        () -> {
          ask(name, new PartitionCommand.Why(JOB, reader.ref()));
          PartitionAnswer.Explanation why =
              reader.expectMessageClass(PartitionAnswer.Explanation.class, PATIENCE);
          assertThat(why.explanation().reasons())
              .anySatisfy(reason -> assertThat(reason.code()).isEqualTo(code));
          return true;
        });
  }

  private void awaitGone(PartitionName name) {
    reader.awaitAssert(
        PATIENCE,
        () -> {
          ask(name, new PartitionCommand.Why(JOB, reader.ref()));
          reader.expectMessageClass(PartitionAnswer.Refused.class, PATIENCE);
          return true;
        });
  }

  private void ask(PartitionName name, PartitionCommand question) {
    ActorRef<PartitionCommand> to = partitions.get(name);
    if (to != null) {
      to.tell(question);
    }
  }

  private void nodesAreThere() {
    for (PartitionName name : List.of(A, B)) {
      ask(
          name,
          new PartitionCommand.NodeSeen(
              new NodeName("n-" + name),
              new NodeDescription(
                  "host",
                  new NodeCapacity(1, 0),
                  "Linux",
                  "0.1",
                  "none",
                  false,
                  "root",
                  true,
                  List.of(),
                  null,
                  null),
              List.of(),
              null,
              null));
    }
  }

  private void startPartition(PartitionName name) {
    partitions.put(
        name, kit.spawn(PartitionFront.create(environment(name)), name + "-" + ++incarnation));
  }

  private void startJob() {
    TestProbe<ClusterSharding.ShardCommand> shard = kit.createTestProbe();
    job.set(kit.spawn(JobEntity.create(JOB, shard.ref(), settings()), "job-" + ++incarnation));
  }

  private static PartitionSettings partition(PartitionName name) {
    return new PartitionSettings(
        name, true, "n-" + name, "easy", Duration.ofHours(1), null, false, 5);
  }

  private PartitionEnvironment environment(PartitionName name) {
    return new PartitionEnvironment(
        partition(name),
        Policies.named("easy"),
        ForkJoinPool.commonPool(),
        DecisionLog.NONE,
        new Routes(),
        clock,
        KnownEpoch.of(1),
        "c1",
        "127.0.0.1",
        1,
        TestTiming.repeating(Duration.ofMillis(300)),
        new RoundClocks(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3)),
        PartitionMeter.NONE);
  }

  private JobEnvironmentSettings settings() {
    return new JobEnvironmentSettings(
        "test",
        "c1",
        Map.of(A, partition(A), B, partition(B)),
        new Routes(),
        clock,
        payloads,
        StepLimits.USUAL,
        TestTiming.repeating(Duration.ofMillis(300)),
        RequeueRules.USUAL,
        Duration.ofMillis(300),
        _ -> {});
  }

  private final class Routes extends NoPeers {
    @Override
    public void tell(JobId to, JobCommand command) {
      PackEntitiesTest.this.tell(command);
    }

    @Override
    public void tell(PartitionName to, PartitionCommand command) {
      if (!lost.get().test(new ToPartition(to, command))) {
        ask(to, command);
      }
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      if (command instanceof NodeCommand.SendLaunch launch) {
        launches.add(launch);
      }
    }

    @Override
    public void tell(CorridorCommand command) {
      // told each second
    }
  }

  /** A clock that a test sets forward. */
  private static final class MovableClock extends Clock {
    private volatile Duration ahead = Duration.ZERO;

    void pass(Duration time) {
      ahead = ahead.plus(time);
    }

    @Override
    public Instant instant() {
      return Instant.now().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
