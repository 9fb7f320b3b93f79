package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.NodeFault;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequeueRulesTest {
  private static final JobId JOB = new JobId(7);
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final NodeName N1 = new NodeName("n1");
  private static final Allocation ONE = new Allocation(List.of(new Slice(N1, 1, 0, 1)));

  private final RequeueRules rules = RequeueRules.USUAL;
  private boolean requeue = true;
  private Instant now = Instant.EPOCH;
  private JobState state = JobState.unknown(JOB);
  private JobOutcome last = JobOutcome.nothing();

  @Test
  void shouldDoubleThePauseUpToTheLongestAndThenHoldTheJobWithTheCause() {
    tell(new JobIntent.Submit(spec()));
    List<Long> pauses = new ArrayList<>();
    for (int attempt = 1; attempt < rules.holdAfter(); attempt++) {
      attempt(Duration.ofSeconds(2), StepEnd.LOST, "ended from outside");
      Instant until = queued().notBefore();
      pauses.add(until == null ? -1 : Duration.between(now, until).toSeconds());
      assertThat(queued().held()).isFalse();
    }
    assertThat(pauses).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L);
    assertThat(rules.pause(10)).isEqualTo(Duration.ofMinutes(5));
    assertThat(rules.pause(1_000_000)).isEqualTo(Duration.ofMinutes(5));

    attempt(Duration.ofSeconds(2), StepEnd.LOST, "ended from outside");
    assertThat(queued().held()).isTrue();
    assertThat(queued().holdReason()).contains("10 attempts").contains("ended from outside");
  }

  @Test
  void shouldBeginANewRowWhenReleasedAndAfterAnAttemptThatWasWorthwhile() {
    tell(new JobIntent.Submit(spec()));
    for (int attempt = 1; attempt <= rules.holdAfter(); attempt++) {
      attempt(Duration.ZERO, StepEnd.LOST, "ended from outside");
    }
    tell(new JobIntent.HoldChanged(false, ADA));
    assertThat(queued().held()).isFalse();
    assertThat(queued().holdReason()).isNull();
    attempt(Duration.ZERO, StepEnd.LOST, "ended from outside");
    assertThat(state.setbacks().inARow()).isOne();

    attempt(Duration.ofMinutes(2), StepEnd.LOST, "node lost");
    assertThat(queued().notBefore()).isNull();
    assertThat(state.setbacks().inARow()).isZero();
  }

  @Test
  void shouldNotBelieveANodeWhoseClockSaysThatTheAttemptWasLong() {
    tell(new JobIntent.Submit(spec()));
    tell(new JobIntent.Granted(1, ONE, 1, List.of()));
    StepId step = StepId.batch(JOB, 1);
    tell(new JobIntent.Reported(new StepReport.Started(step, N1, now.minusSeconds(7_200)), null));
    end(step, StepEnd.LOST, "ended from outside");
    assertThat(state.setbacks().inARow()).isOne();
  }

  @Test
  void shouldRepeatElsewhereWhatANodeCouldNotStartEvenWithoutRequeue() {
    requeue = false;
    tell(new JobIntent.Submit(spec()));
    tell(new JobIntent.Granted(1, ONE, 1, List.of()));
    end(StepId.batch(JOB, 1), StepEnd.NODE_FAULT, "No space left on device");

    assertThat(state.attempt()).isEqualTo(2);
    assertThat(queued().faults()).containsExactly(new NodeFault(N1, "No space left on device"));
    assertThat(queued().faultyNodes()).containsExactly(N1);
    assertThat(queued().notBefore()).isEqualTo(now.plusSeconds(1));
  }

  @Test
  void shouldFailAJobForWhatIsItsOwnFault() {
    tell(new JobIntent.Submit(spec()));
    tell(new JobIntent.Granted(1, ONE, 1, List.of()));
    end(StepId.batch(JOB, 1), StepEnd.LAUNCH_FAILED, "no such directory");
    assertThat(state.status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void shouldEndAsTimeoutWhatRunsPastItsLimitAndNothingElse() {
    tell(new JobIntent.Submit(spec()));
    tell(new JobIntent.LimitPassed(1));
    assertThat(state.phase()).isEqualTo(JobState.Phase.PENDING);
    tell(new JobIntent.Granted(1, ONE, 1, List.of()));
    StepId step = StepId.batch(JOB, 1);
    tell(new JobIntent.Reported(new StepReport.Started(step, N1, now), null));
    tell(new JobIntent.LimitPassed(2));
    assertThat(state.phase()).isEqualTo(JobState.Phase.RUNNING);
    tell(new JobIntent.LimitPassed(1));
    assertThat(JobOrders.owed(state)).containsExactly(new JobOrder.Terminate(step, N1, 0));
    end(step, StepEnd.TERMINATED, "");
    assertThat(state.status()).isEqualTo(JobStatus.TIMEOUT);
  }

  @Test
  void shouldLeaveAReportOfALaterAttemptToAStateThatKnowsIt() {
    tell(new JobIntent.Submit(spec()));
    tell(new JobIntent.Granted(1, ONE, 1, List.of()));
    tell(new JobIntent.Reported(new StepReport.Started(StepId.batch(JOB, 2), N1, now), null));
    assertThat(last.once()).isEmpty();
  }

  private void attempt(Duration length, StepEnd end, String message) {
    int attempt = state.attempt();
    now = now.plusSeconds(600);
    tell(new JobIntent.Granted(attempt, ONE, 1, List.of()));
    StepId step = StepId.batch(JOB, attempt);
    tell(new JobIntent.Reported(new StepReport.Started(step, N1, now), null));
    now = now.plus(length);
    end(step, end, message);
    assertThat(state.attempt()).isEqualTo(attempt + 1);
  }

  private void end(StepId step, StepEnd end, String message) {
    tell(
        new JobIntent.Reported(new StepReport.Ended(step, N1, now, List.of(), end, message), null));
  }

  private QueuedJob queued() {
    return JobOrders.queued(state);
  }

  private void tell(JobIntent intent) {
    last = rules.pace(state, JobLifecycle.decide(state, intent, now));
    for (JobEvent event : last.events()) {
      state = state.evolve(event);
    }
  }

  private JobSpec spec() {
    return new JobSpec(
        "job",
        ADA,
        new PartitionName("main"),
        ResourceRequest.single(),
        Duration.ofHours(1),
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        requeue,
        false,
        null,
        "",
        null);
  }
}
