package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.LogContext;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.TestTiming;
import io.pliant.api.RefusedDecisions;
import io.pliant.core.adaptation.LedgerEnd;
import io.pliant.core.adaptation.Result;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms;
import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.Submitter;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningSize;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.LoggingTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens while other things are on their way; the test says when a round is thought out. */
class PartitionEntityTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JobId JOB = new JobId(1);

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
              """
              pekko.persistence.journal.plugin = "pekko.persistence.journal.inmem"
              pekko.persistence.snapshot-store.plugin = "pekko.persistence.no-snapshot-store"
              """));
  private final BlockingQueue<Runnable> rounds = new LinkedBlockingQueue<>();
  private final BlockingQueue<JobCommand> toJobs = new LinkedBlockingQueue<>();
  private final AtomicBoolean broken = new AtomicBoolean();
  private final AtomicReference<@Nullable Function<ClusterView, List<Decision>>> planned =
      new AtomicReference<>();
  private final KnownEpoch epoch = KnownEpoch.of(1);
  private final Set<Long> told = ConcurrentHashMap.newKeySet();
  private final CountDownLatch applicationHears = new CountDownLatch(1);
  private final RoundClocks clocks =
      new RoundClocks(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3));
  private final ActorRef<PartitionCommand> partition =
      kit.spawn(PartitionFront.create(environment()));

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldBeginATermOfALaterEpochWhileItRuns() throws Exception {
    // given a job that has its nodes
    nodeComes();
    jobComes();
    roundsUntilTheJobHears();
    assertThat(((JobCommand.Granted) next(toJobs, "the job's nodes")).intent().term())
        .isLessThan(ClusterEpoch.firstTerm(2));

    // when
    epoch.heard(2);

    // then
    TestProbe<PartitionAnswer> anybody = kit.createTestProbe();
    anybody.awaitAssert(
        PATIENCE,
        () -> {
          nodeComes();
          assertThat(told).contains(2L);
          return true;
        });
  }

  @Test
  void shouldStartAJobThatCameWhileARoundWasOnItsWay() throws Exception {
    Runnable beforeTheJob = next(rounds, "the round after the take-over");
    nodeComes();
    jobComes();
    beforeTheJob.run();
    next(rounds, "a round that has seen the job").run();
    assertThat(next(toJobs, "the job's nodes")).isInstanceOf(JobCommand.Granted.class);
  }

  @Test
  void shouldTellAWaitingJobAgainAndAgainThatItIsTooLateForItsDeadline() throws Exception {
    nodeComes();
    ResourceRequest request = new ResourceRequest(1, 1, 1, 1, 0, false);
    Duration limit = Duration.ofMinutes(5);
    partition.tell(
        new PartitionCommand.OfJob(
            new PartitionIntent.Enqueue(
                new QueuedJob(
                        JOB, 2, "job", "ada", request, limit, false, null, Instant.EPOCH, null)
                    .before(new Deadline(Instant.EPOCH)))));
    assertThat(next(toJobs, "the answer")).isInstanceOf(JobCommand.EnqueueAnswered.class);
    assertThat(next(toJobs, "the word")).isEqualTo(new JobCommand.DeadlinePassed(2));
    assertThat(next(toJobs, "the word again")).isEqualTo(new JobCommand.DeadlinePassed(2));
  }

  @Test
  void shouldTryAgainWhenThePolicyFails() throws Exception {
    broken.set(true);
    nodeComes();
    jobComes();
    Runnable round = next(rounds, "the round after the take-over");
    LoggingTestKit.error("policy easy failed")
        .withCustom(line ->
            "main".equals(line.getMdc().get(LogContext.PARTITION))
                && line.getMdc().containsKey(LogContext.TERM))
        .expect(
            kit.system(),
            () -> {
              round.run();
              return true;
            });
    broken.set(false);
    next(rounds, "a round after the one that failed").run();
    assertThat(next(toJobs, "the job's nodes")).isInstanceOf(JobCommand.Granted.class);
  }

  @Test
  void shouldListTheJobForWhichANodeIsHeld() throws Exception {
    applicationHears.countDown();
    next(rounds, "the round after the take-over").run();
    nodeComes("n001");
    nodeComes("n002");
    jobComes();
    TestProbe<JobAnswer> operator = kit.createTestProbe();
    TestProbe<PartitionAnswer> anybody = kit.createTestProbe();
    roundsUntilTheJobHears();
    partition.tell(new PartitionCommand.OrderResize(JOB, 2, operator.ref()));
    operator.expectMessageClass(JobAnswer.ResizeBegun.class, PATIENCE);
    partition.tell(new PartitionCommand.GetNodes(null, 10, anybody.ref()));

    PartitionAnswer.NodePage page =
        anybody.expectMessageClass(PartitionAnswer.NodePage.class, PATIENCE);
    assertThat(page.entries())
        .hasSize(2)
        .allSatisfy(node -> assertThat(node.jobs()).containsExactly(JOB));
  }

  @Test
  void shouldTakeTheEndOfAResizeAndOfItsJobAtOnce() throws Exception {
    next(rounds, "the round after the take-over").run();
    nodeComes("n001");
    nodeComes("n002");
    jobComes();
    TestProbe<JobAnswer> operator = kit.createTestProbe();
    TestProbe<PartitionAnswer> anybody = kit.createTestProbe();
    roundsUntilTheJobHears();
    partition.tell(new PartitionCommand.OrderResize(JOB, 2, operator.ref()));
    operator.expectMessageClass(JobAnswer.ResizeBegun.class, PATIENCE);

    // the partition is held at its message to the application, so that one write takes both
    LedgerEnd end = new LedgerEnd(1, 1, Result.WITHDRAWN, List.of(), false);
    partition.tell(new PartitionCommand.OfJob(new PartitionIntent.CloseResize(JOB, end)));
    partition.tell(
        new PartitionCommand.OfJob(new PartitionIntent.Release(new AttemptId(JOB, 1), null)));
    applicationHears.countDown();

    JobCommand last = next(toJobs, "the release");
    while (!(last instanceof JobCommand.ReleaseConfirmed)) {
      last = next(toJobs, "the release");
    }
    partition.tell(new PartitionCommand.GetSummary(anybody.ref()));
    PartitionAnswer.Summary summary =
        anybody.expectMessageClass(PartitionAnswer.Summary.class, PATIENCE);
    assertThat(summary.entry().running()).isZero();
  }

  @Test
  void shouldGiveUpARoundThatDoesNotEndAndIgnoreItsLatePlan() throws Exception {
    nodeComes();
    Runnable never = next(rounds, "the round after the take-over");
    jobComes();
    Runnable second = next(rounds, "a round after the one that was given up");
    never.run();
    second.run();
    assertThat(next(toJobs, "the job's nodes")).isInstanceOf(JobCommand.Granted.class);
  }

  @Test
  void shouldRaiseAnAlarmWhileNoRoundEndsAndLowerItAfterwards() throws Exception {
    nodeComes();
    next(rounds, "the round after the take-over");
    jobComes();
    String alarm = null;
    while (alarm == null) {
      alarm = summary().entry().roundAlarm();
    }
    assertThat(alarm).contains("no scheduling round").contains("1 job(s) wait");
    TestProbe<PartitionAnswer> anybody = kit.createTestProbe();
    partition.tell(new PartitionCommand.Why(JOB, anybody.ref()));
    assertThat(
            anybody
                .expectMessageClass(PartitionAnswer.Explanation.class, PATIENCE)
                .explanation()
                .reasons()
                .getFirst()
                .code())
        .isEqualTo("SchedulerStalled");

    roundsUntilTheJobHears();
    assertThat(summary().entry().roundAlarm()).isNull();
  }

  @Test
  void shouldHoldARoundFromTimeToTimeWhileAJobWaits() throws Exception {
    next(rounds, "the round after the take-over").run();
    nodeComes();
    jobComes();
    broken.set(true); // no plan starts the job, so nothing happens that would want a round
    for (int i = 0; i < 3; i++) {
      next(rounds, "one more round").run();
    }
  }

  /** A job may say that it is not to begin before the next century; others start all the same. */
  @Test
  void shouldStartJobsByAPlanThatIsToBeMadeAgainInAHundredYears() throws Exception {
    Instant far = Clock.systemUTC().instant().plus(Duration.ofDays(36_500));
    planned.set(view ->
        Stream.concat(
                Stream.of(new Decision.CallAgain(far)),
                view.waiting().stream().map(job -> start(job.job())))
            .toList());
    next(rounds, "the round after the take-over").run();
    nodeComes();
    jobComes();
    roundsUntilTheJobHears();
    assertThat(next(toJobs, "the job's nodes")).isInstanceOf(JobCommand.Granted.class);
  }

  @Test
  void shouldRefuseAStartThatNoNodeHasRoomForAlthoughNothingHasChanged() throws Exception {
    planned.set(view ->
        view.waiting().stream()
            .map(job -> (Decision) new Decision.Start(job.job(), slicesOf("n999")))
            .toList());
    next(rounds, "the round after the take-over").run();
    nodeComes();
    jobComes();
    RefusedDecisions refused = roundsUntilRefused();
    assertThat(refused.starts()).isPositive();
    assertThat(refused.last()).startsWith("Expected to start job 1, but").contains("n999");
    assertThat(summary().entry().running()).isZero();
  }

  @Test
  void shouldCountAPlannedResizeThatTheLedgerRefusesAndTellThePolicy() throws Exception {
    next(rounds, "the round after the take-over").run();
    nodeComes();
    jobComes();
    roundsUntilTheJobHears();
    AtomicInteger unmade = new AtomicInteger();
    planned.set(view -> {
      RunningSize size = view.running().getFirst().size();
      unmade.set(size == null ? 0 : size.unmade());
      return List.of(new Decision.Resize(JOB, 2, slicesOf("n999").slices(), "the test wants it"));
    });

    RefusedDecisions refused = roundsUntilRefused();
    assertThat(refused.starts()).isZero();
    assertThat(refused.last())
        .isEqualTo("Expected to resize job 1 to 2 node(s), but node n999 is not in the partition.");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (unmade.get() == 0) {
      assertThat(System.nanoTime()).as("time for the policy to hear of it").isLessThan(end);
      somethingHappens();
      hold();
    }
  }

  private RefusedDecisions roundsUntilRefused() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    RefusedDecisions refused = summary().entry().refused();
    while (refused == null) {
      assertThat(System.nanoTime()).as("time for a refusal").isLessThan(end);
      somethingHappens();
      hold();
      refused = summary().entry().refused();
    }
    return refused;
  }

  /** Makes the partition want a round, without a change of the ledger. */
  private void somethingHappens() {
    partition.tell(
        new PartitionCommand.Resume(
            new NodeName("n001"),
            new Submitter("root", 0, 0),
            kit.<PartitionAnswer>createTestProbe().ref()));
  }

  private void hold() throws InterruptedException {
    Runnable round = rounds.poll(50, TimeUnit.MILLISECONDS);
    if (round != null) {
      round.run();
    }
  }

  private static Decision start(JobId job) {
    return new Decision.Start(job, slicesOf("n001"));
  }

  private static Allocation slicesOf(String node) {
    return new Allocation(List.of(new Slice(new NodeName(node), 1, 0, 1)));
  }

  private PartitionAnswer.Summary summary() {
    TestProbe<PartitionAnswer> anybody = kit.createTestProbe();
    partition.tell(new PartitionCommand.GetSummary(anybody.ref()));
    return anybody.expectMessageClass(PartitionAnswer.Summary.class, PATIENCE);
  }

  private void nodeComes() {
    nodeComes("n001");
  }

  private void nodeComes(String name) {
    partition.tell(
        new PartitionCommand.NodeSeen(
            new NodeName(name),
            new NodeDescription(
                "host",
                new NodeCapacity(1, 1000),
                "test",
                "test",
                "none",
                false,
                "nobody",
                true,
                List.of()),
            List.of(),
            null,
            null));
  }

  /** Returns when the job is durably in the queue. */
  private void jobComes() throws InterruptedException {
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
                    null,
                    new Malleability(
                        1, 2, SizeConstraint.ANY, Terms.OnOffer.ACCEPT, null, null, null),
                    null,
                    null))));
    assertThat(next(toJobs, "the answer")).isInstanceOf(JobCommand.EnqueueAnswered.class);
  }

  /** Holds rounds until one has started the job; a round's outcome takes a moment to be heard. */
  private void roundsUntilTheJobHears() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (toJobs.isEmpty()) {
      assertThat(System.nanoTime()).as("time for a round that has seen the job").isLessThan(end);
      hold();
    }
  }

  private static <T> T next(BlockingQueue<T> queue, String what) throws InterruptedException {
    T found = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(found).as(what).isNotNull();
    return found;
  }

  private PartitionEnvironment environment() {
    return new PartitionEnvironment(
        new PartitionSettings(
            new PartitionName("main"),
            true,
            "n[001-002]",
            "easy",
            Duration.ofHours(1),
            null,
            false,
            5),
        new SometimesBroken(),
        rounds::add,
        DecisionLog.NONE,
        new Recorder(),
        Clock.systemUTC(),
        epoch,
        "c1",
        "127.0.0.1",
        1,
        TestTiming.quiet(),
        clocks,
        PartitionMeter.NONE);
  }

  private final class SometimesBroken implements SchedulingPolicy {
    private final SchedulingPolicy real = Policies.named("easy");

    @Override
    public String name() {
      return real.name();
    }

    @Override
    public Plan plan(ClusterView view, Trigger trigger) {
      if (broken.get()) {
        throw new IllegalStateException("broken by the test");
      }
      Function<ClusterView, List<Decision>> other = planned.get();
      return other == null
          ? real.plan(view, trigger)
          : new Plan(view.version(), name(), other.apply(view), new TreeMap<>());
    }
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
    public void tell(JobId job, ApplicationCommand command) {
      try {
        assertThat(applicationHears.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError("Expected to be heard, but was interrupted.", e);
      }
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      if (command instanceof NodeCommand.PartitionAnswered answered && answered.epoch() != null) {
        told.add(answered.epoch());
      }
    }
  }
}
