package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobLifecycle;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobOutcome;
import io.pliant.core.job.JobState;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A job that is to end before a time starts in time or is taken out of the queue. */
class DeadlineTest {
  private static final JobId JOB = new JobId(7);
  private static final Instant NOW = Instant.parse("2027-01-31T08:00:00Z");
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Instant LAST_START = NOW.plus(Duration.ofMinutes(50));

  private final PartitionSettings settings =
      new PartitionSettings(
          new PartitionName("main"),
          true,
          "*",
          "easy",
          LIMIT,
          null,
          true,
          5,
          PriorityRule.SUBMISSION,
          null,
          LedgerLimits.USUAL,
          FaultRules.USUAL,
          Kinds.NONE);
  private final PartitionLifecycle lifecycle = new PartitionLifecycle(settings);
  private PartitionState state = PartitionState.empty(settings.name());
  private JobState job = JobState.unknown(JOB);

  static Stream<SchedulingPolicy> policies() {
    return Policies.all().stream();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void shouldStartUntilItsLimitWouldPassTheDeadline(SchedulingPolicy policy) {
    nodeSeen();
    assertThat(enqueue(1, null, null)).isEqualTo(new PartitionReply.Queued());

    assertThat(started(policy, LAST_START)).isTrue();
    assertThat(started(policy, LAST_START.plusMillis(1))).isFalse();
    assertThat(Deadlines.passed(state, LAST_START)).isEmpty();
    assertThat(Deadlines.passed(state, LAST_START.plusMillis(1)))
        .extracting(QueuedJob::job)
        .containsExactly(JOB);
  }

  @Test
  void shouldRefuseWhatCanNeverEndInTime() {
    nodeSeen();
    assertThat(enqueue(1, Duration.ofHours(2), null))
        .hasToString(
            "Refused[refusal=Refusal[kind=INVALID, reason=Expected to end before"
                + " 2027-01-31T09:00:00Z (--deadline), but with a time limit of 02:00:00 it cannot;"
                + " lower --time, or give a later time.]]");
    assertThat(enqueue(1, null, NOW.plus(Duration.ofMinutes(55))))
        .isInstanceOf(PartitionReply.Refused.class);
    assertThat(enqueue(2, Duration.ofHours(2), null)) // it was taken once; now it ends by itself
        .isEqualTo(new PartitionReply.Queued());
    assertThat(Deadlines.passed(state, NOW)).hasSize(1);
  }

  @Test
  void shouldEndAWaitingJobOnceAndLeaveARunningOneAlone() {
    tell(new JobIntent.Submit(spec()), NOW);
    assertThat(tell(new JobIntent.DeadlinePassed(2), LAST_START)).isEmpty();

    assertThat(tell(new JobIntent.DeadlinePassed(1), LAST_START))
        .containsExactly(
            new JobEvent.JobEnded(
                JOB,
                1,
                JobStatus.DEADLINE,
                ExitStatus.SUCCESS,
                "it could no longer end before its deadline, 2027-01-31T09:00:00Z",
                null,
                LAST_START));
    assertThat(job.status()).isEqualTo(JobStatus.DEADLINE);
    assertThat(JobOrders.owed(job)).hasSize(1); // its partition is told until it has confirmed
    assertThat(tell(new JobIntent.DeadlinePassed(1), LAST_START)).isEmpty();

    job = JobState.unknown(JOB);
    tell(new JobIntent.Submit(spec()), NOW);
    Allocation one = new Allocation(List.of(new Slice(new NodeName("n1"), 1, 0, 1)));
    tell(new JobIntent.Granted(1, one, 1, List.of(), null, 1), NOW);
    assertThat(tell(new JobIntent.DeadlinePassed(1), LAST_START)).isEmpty();
  }

  private List<JobEvent> tell(JobIntent intent, Instant at) {
    JobOutcome outcome = JobLifecycle.decide(job, intent, at);
    outcome.events().forEach(event -> job = job.evolve(event));
    return outcome.events();
  }

  private static JobSpec spec() {
    return new JobSpec(
        "x",
        new Submitter("ada", 1000, 100),
        new PartitionName("main"),
        ResourceRequest.single(),
        LIMIT,
        new Payload.BatchScript("#!/bin/sh", List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        true,
        false,
        null,
        "",
        null,
        null,
        null,
        null,
        null,
        null,
        deadline(),
        null,
        null,
        null);
  }

  private static Deadline deadline() {
    return new Deadline(NOW.plus(Duration.ofHours(1)));
  }

  private boolean started(SchedulingPolicy policy, Instant at) {
    return !SchedulingRound.hold(policy, state.view(at), Trigger.PERIODIC)
        .checked()
        .starts()
        .isEmpty();
  }

  private void nodeSeen() {
    decide(new PartitionIntent.NodeSeen(new NodeName("n1"), new NodeCapacity(4, 1000), List.of()));
  }

  private PartitionReply enqueue(int attempt, @Nullable Duration limit, @Nullable Instant begin) {
    ResourceRequest request = ResourceRequest.wholeNodes(1);
    return decide(
        new PartitionIntent.Enqueue(
            new QueuedJob(JOB, attempt, "x", "ada", request, limit, false, begin, NOW, null)
                .before(deadline())));
  }

  private PartitionReply decide(PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, NOW);
    outcome.events().forEach(event -> state = state.evolve(event));
    return outcome.reply();
  }
}
