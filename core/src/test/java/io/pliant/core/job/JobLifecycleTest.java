package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepRequest;
import io.pliant.core.step.StepState;
import io.pliant.core.step.StepUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JobLifecycleTest {
  private static final JobId JOB = new JobId(7);
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final Submitter BOB = new Submitter("bob", 1001, 1001);
  private static final NodeName N1 = new NodeName("n1");
  private static final NodeName N2 = new NodeName("n2");
  private static final Allocation TWO =
      new Allocation(List.of(new Slice(N1, 1, 0, 1), new Slice(N2, 1, 0, 1)));
  private static final Instant NOW = Instant.EPOCH;

  private JobState state = JobState.unknown(JOB);
  private JobOutcome last = JobOutcome.nothing();

  @Test
  void shouldOweItsPartitionAnEnqueueWhenSubmitted() {
    tell(new JobIntent.Submit(spec(true)));
    assertThat(state.phase()).isEqualTo(Phase.PENDING);
    assertThat(JobOrders.owed(state))
        .singleElement()
        .isInstanceOfSatisfying(
            JobOrder.ToPartition.class,
            e ->
                assertThat(e.intent())
                    .isInstanceOf(PartitionIntent.Enqueue.class)
                    .extracting(PartitionIntent.OfJob::attempt)
                    .isEqualTo(new AttemptId(state.job(), 1)));
  }

  @Test
  void shouldChangeNothingWhenTheSameMessageComesAgain() {
    running(true);
    JobState before = state;
    tell(new JobIntent.Submit(spec(true)));
    tell(new JobIntent.Granted(1, TWO, 1, List.of()));
    tell(started(1));
    assertThat(state).isEqualTo(before);
    assertThat(last.once()).containsExactly(new JobOrder.Confirm(batch(1), N1, false));
  }

  @Test
  void shouldOweALaunchUntilItsNodeReports() {
    granted(true);
    assertThat(JobOrders.owed(state)).containsExactly(new JobOrder.Launch(batch(1), 0));
    tell(started(1));
    assertThat(state.phase()).isEqualTo(Phase.RUNNING);
    assertThat(JobOrders.owed(state)).isEmpty();
  }

  @Test
  void shouldAskNodesAfterStepsThatRanWhenTheJournalWasRestored() {
    // given
    running(true);
    long epoch = NOW.getEpochSecond() + 60;

    // when
    tell(new JobIntent.Granted(1, TWO, ClusterEpoch.firstTerm(epoch), List.of()));

    // then
    assertThat(JobOrders.owed(state)).containsExactly(new JobOrder.Ask(batch(1), N1));
    tell(ended(1, ExitStatus.SUCCESS, StepEnd.LOST));
    assertThat(state.phase()).isEqualTo(Phase.PENDING);
    assertThat(state.attempt()).isEqualTo(2);
  }

  @Test
  void shouldNotTakeReportOfAGrantThatTheRestoredJournalHasForgotten() {
    // given
    granted(true);
    long forgotten = NOW.minusSeconds(60).toEpochMilli();
    StepReport.Ended report =
        new StepReport.Ended(
            batch(1), N1, NOW, List.of(ExitStatus.SUCCESS), StepEnd.EXITED, "", NOW);

    // when
    tell(new JobIntent.Reported(report, forgotten));

    // then
    assertThat(last.events()).isEmpty();
    assertThat(last.once()).containsExactly(new JobOrder.Confirm(batch(1), N1, true));
    tell(new JobIntent.Reported(report, NOW.toEpochMilli()));
    assertThat(state.phase()).isEqualTo(Phase.ENDED);
  }

  @Test
  void shouldEndWithTheScriptsExitCode() {
    running(true);
    tell(ended(1, new ExitStatus(3, 0), StepEnd.EXITED));
    assertThat(state.status()).isEqualTo(JobStatus.FAILED);
    assertThat(completion().exit()).isEqualTo(new ExitStatus(3, 0));
    assertThat(JobOrders.owed(state)).containsExactly(released(1, JobStatus.FAILED));
  }

  @Test
  void shouldNotBelieveTheReportOfANodeThatNeverHadTheStep() {
    running(true);
    JobState before = state;
    NodeName stranger = new NodeName("n9");
    for (StepReport lie :
        List.of(
            new StepReport.Started(batch(1), stranger, NOW),
            new StepReport.Ended(
                batch(1), stranger, NOW, List.of(ExitStatus.SUCCESS), StepEnd.EXITED, ""),
            new StepReport.Ended(
                batch(1), N2, NOW, List.of(ExitStatus.SUCCESS), StepEnd.EXITED, ""))) {
      tell(new JobIntent.Reported(lie, null));
      assertThat(state).isEqualTo(before);
      assertThat(StepReports.foreign(state, lie)).isTrue();
    }
    assertThat(StepReports.foreign(state, new StepReport.Started(batch(1), N1, NOW))).isFalse();
    assertThat(StepReports.foreign(state, new StepReport.Started(batch(2), stranger, NOW)))
        .as("of another attempt it may come late")
        .isFalse();
  }

  @Test
  void shouldEndOtherStepsFirstWhenTheScriptEnds() {
    // given
    running(true);
    tell(
        new JobIntent.CreateStep(
            ADA,
            false,
            new StepRequest(
                "x", 2, 2, 1, List.of("x"), Map.of(), "/", StreamFiles.batchDefault(), null),
            StepLimits.USUAL));
    assertThat(last.reply()).isEqualTo(new JobReply.StepMade(0));

    // when
    tell(ended(1, ExitStatus.SUCCESS, StepEnd.EXITED));

    // then
    StepId step = new StepId(JOB, 1, 0);
    assertThat(state.phase()).isEqualTo(Phase.COMPLETING);
    assertThat(JobOrders.owed(state))
        .containsExactly(new JobOrder.Terminate(step, N1, 0), new JobOrder.Terminate(step, N2, 0));
    for (NodeName node : List.of(N1, N2)) {
      tell(
          new JobIntent.Reported(
              new StepReport.Ended(step, node, NOW, List.of(), StepEnd.TERMINATED, ""), null));
    }
    assertThat(state.status()).isEqualTo(JobStatus.COMPLETED);
  }

  @Test
  void shouldSumTheTimeOfAStepOverItsNodes() {
    running(true);
    StepRequest request =
        new StepRequest(
            "x", 2, 2, 1, List.of("x"), Map.of(), "/", StreamFiles.batchDefault(), null);
    tell(new JobIntent.CreateStep(ADA, false, request, StepLimits.USUAL));
    StepId step = new StepId(JOB, 1, 0);
    tell(new JobIntent.Reported(ran(step, N1, NOW.plusSeconds(5), NOW), null));
    assertThat(state.steps().get(0)).extracting(StepState::nodeTime).isNull();
    tell(new JobIntent.Reported(ran(step, N2, NOW.plusSeconds(3), NOW.plusSeconds(1)), null));
    assertThat(state.steps().get(0))
        .extracting(StepState::nodeTime)
        .isEqualTo(Duration.ofSeconds(7));
  }

  private static StepReport ran(StepId step, NodeName node, Instant to, Instant from) {
    List<ExitStatus> exits = List.of(ExitStatus.SUCCESS);
    return new StepReport.Ended(step, node, to, exits, StepEnd.EXITED, "", from);
  }

  @Test
  void shouldAnswerWithTheSameStepWhenAnAttachedClientAsksAgain() {
    // given
    running(true);
    StepIo io = new StepIo("127.0.0.1", 4711, "word", false);
    JobIntent ask =
        new JobIntent.CreateStep(
            ADA,
            false,
            new StepRequest(
                "x", 1, 1, 1, List.of("x"), Map.of(), "/", StreamFiles.batchDefault(), io),
            StepLimits.USUAL);
    tell(ask);
    JobState before = state;

    // when
    tell(ask);

    // then
    assertThat(last.reply()).isEqualTo(new JobReply.StepMade(0));
    assertThat(state).isEqualTo(before);
  }

  @Test
  void shouldGoBackToTheQueueWhenANodeIsLostAndItMayRequeue() {
    // given
    running(true);

    // when
    tell(new JobIntent.Granted(1, TWO, 1, List.of(N1)));

    // then
    assertThat(state.phase()).isEqualTo(Phase.PENDING);
    assertThat(state.attempt()).isEqualTo(2);
    tell(new JobIntent.Granted(1, TWO, 1, List.of(N1)));
    assertThat(state.phase()).isEqualTo(Phase.PENDING);
  }

  @Test
  void shouldFailWithItsNodeWhenItMayNotRequeue() {
    running(false);
    tell(new JobIntent.Granted(1, TWO, 1, List.of(N1)));
    assertThat(state.status()).isEqualTo(JobStatus.NODE_FAIL);
  }

  @Test
  void shouldEndTasksOfAnOutlivedAttempt() {
    // given
    running(true);
    tell(new JobIntent.Granted(1, TWO, 1, List.of(N1)));
    tell(new JobIntent.Granted(2, TWO, 1, List.of()));

    // when
    tell(started(1));

    // then
    assertThat(last.events()).isEmpty();
    assertThat(last.once())
        .containsExactly(
            new JobOrder.Confirm(batch(1), N1, false), new JobOrder.Terminate(batch(1), N1, 0));
  }

  @Test
  void shouldEndTasksBeforeItIsCancelled() {
    running(true);
    tell(new JobIntent.Cancel(ADA, false, 0));
    assertThat(state.phase()).isEqualTo(Phase.COMPLETING);
    assertThat(JobOrders.owed(state)).containsExactly(new JobOrder.Terminate(batch(1), N1, 0));
    tell(ended(1, new ExitStatus(0, 15), StepEnd.TERMINATED));
    assertThat(state.status()).isEqualTo(JobStatus.CANCELLED);
    assertThat(completion().exit()).isEqualTo(new ExitStatus(0, 15));
  }

  @Test
  void shouldBeCancelledAtOnceWhileItWaits() {
    tell(new JobIntent.Submit(spec(true)));
    tell(new JobIntent.Cancel(ADA, false, 0));
    assertThat(state.status()).isEqualTo(JobStatus.CANCELLED);
    tell(new JobIntent.Granted(1, TWO, 1, List.of()));
    assertThat(last.once()).containsExactly(released(1, JobStatus.CANCELLED));
  }

  @Test
  void shouldSucceedWhenACancelComesAgain() {
    running(true);
    tell(new JobIntent.Cancel(ADA, false, 0));
    tell(ended(1, new ExitStatus(0, 15), StepEnd.TERMINATED));

    tell(new JobIntent.Cancel(ADA, false, 0));

    assertThat(last.reply()).isEqualTo(new JobReply.Done());
    assertThat(last.events()).isEmpty();
    tell(new JobIntent.Cancel(BOB, false, 0));
    assertThat(last.reply()).isInstanceOf(JobReply.Refused.class);
  }

  @Test
  void shouldRefuseToCancelWhatEndedByItself() {
    running(true);
    tell(ended(1, ExitStatus.SUCCESS, StepEnd.EXITED));
    tell(new JobIntent.Cancel(ADA, false, 0));
    assertThat(last.reply())
        .isInstanceOfSatisfying(
            JobReply.Refused.class,
            r -> assertThat(r.refusal().kind()).isEqualTo(Refusal.Kind.CONFLICT));
  }

  @Test
  void shouldNotBeHeldOnceItStartedThoughTheWordOfItsReleaseWasLost() {
    tell(new JobIntent.Submit(spec(true)));
    tell(new JobIntent.HoldChanged(true, ADA));
    assertThat(state.held()).isTrue();
    tell(new JobIntent.Granted(1, TWO, 1, List.of()));
    assertThat(state.held()).isFalse();
  }

  @Test
  void shouldObeyItsOwnerAndOperatorsOnly() {
    running(true);
    tell(new JobIntent.Cancel(BOB, false, 0));
    assertThat(last.reply())
        .isInstanceOfSatisfying(
            JobReply.Refused.class,
            r -> assertThat(r.refusal().kind()).isEqualTo(Refusal.Kind.FORBIDDEN));
    tell(new JobIntent.Cancel(BOB, true, 0));
    assertThat(state.phase()).isEqualTo(Phase.COMPLETING);
  }

  @Test
  void shouldSendASignalOnceAndOnlyToRunningTasks() {
    granted(true);
    tell(new JobIntent.Cancel(ADA, false, 10));
    assertThat(last.reply()).isInstanceOf(JobReply.Refused.class);
    tell(started(1));
    tell(new JobIntent.Cancel(ADA, false, 10));
    assertThat(last.once()).containsExactly(new JobOrder.Terminate(batch(1), N1, 10));
    assertThat(state.phase()).isEqualTo(Phase.RUNNING);
    tell(new JobIntent.Cancel(ADA, false, 10, SignalScope.SCRIPT));
    assertThat(last.once()).hasSize(1);
    tell(new JobIntent.Cancel(ADA, false, 10, SignalScope.STEPS));
    assertThat(last.once()).as("the job has no step but its script").isEmpty();
    assertThat(last.reply()).isInstanceOf(JobReply.Done.class);
  }

  @Test
  void shouldGoBackToTheQueueWhenItsOwnerAsksForIt() {
    // given
    running(true);

    // when
    tell(new JobIntent.Requeue(ADA, false));
    tell(new JobIntent.Requeue(ADA, false)); // while its tasks are being ended: the same
    assertThat(state.phase()).isEqualTo(Phase.COMPLETING);
    tell(ended(1, new ExitStatus(0, 15), StepEnd.TERMINATED));

    // then
    assertThat(state.phase()).isEqualTo(Phase.PENDING);
    assertThat(state.attempt()).isEqualTo(2);
  }

  @Test
  void shouldRefuseToRequeueWhatMayNotOrDoesNotRun() {
    tell(new JobIntent.Submit(spec(true)));
    tell(new JobIntent.Requeue(ADA, false));
    assertThat(last.reply()).isInstanceOf(JobReply.Refused.class);
    state = JobState.unknown(JOB);
    running(false);
    tell(new JobIntent.Requeue(BOB, false));
    assertThat(((JobReply.Refused) last.reply()).refusal().kind())
        .isEqualTo(Refusal.Kind.FORBIDDEN);
    tell(new JobIntent.Requeue(BOB, true));
    assertThat(((JobReply.Refused) last.reply()).refusal().reason()).contains("--no-requeue");
    assertThat(state.phase()).isEqualTo(Phase.RUNNING);
  }

  @Test
  void shouldEndAsTimeoutWhenTheLimitPassed() {
    running(true);
    tell(ended(1, new ExitStatus(0, 15), StepEnd.TIME_LIMIT));
    assertThat(state.status()).isEqualTo(JobStatus.TIMEOUT);
  }

  @Test
  void shouldEndOutOfMemoryWithSlurmsCodeWhenTheKernelEndedItsTasks() {
    running(true);
    tell(ended(1, ExitStatus.SUCCESS, StepEnd.OUT_OF_MEMORY));
    assertThat(state.status()).isEqualTo(JobStatus.OUT_OF_MEMORY);
    assertThat(state.status().code()).isEqualTo("OOM");
    assertThat(state.completion())
        .isEqualTo(new Completion(JobStatus.OUT_OF_MEMORY, new ExitStatus(0, 125), "OutOfMemory"));
    assertThat(JobOrders.owed(state)).containsExactly(released(1, JobStatus.OUT_OF_MEMORY));
  }

  @Test
  void shouldKeepWhatStepsUsed() {
    running(true);
    StepUsage usage = new StepUsage(StepUsage.CGROUP, 1L, 2L, 3L, 4L, null);
    tell(
        new JobIntent.Reported(
            new StepReport.Ended(
                batch(1), N1, NOW, List.of(ExitStatus.SUCCESS), StepEnd.EXITED, "", null, usage),
            null));
    assertThat(Objects.requireNonNull(state.steps().get(StepId.BATCH)).usage()).isEqualTo(usage);
    assertThat(last.events())
        .anyMatch(event -> event instanceof JobEvent.StepEnded end && usage.equals(end.usage()));
  }

  @Test
  void shouldFollowANewerTermBeforeItRunsOnly() {
    granted(true);
    tell(new JobIntent.Granted(1, TWO, 5, List.of()));
    assertThat(state.term()).isEqualTo(5);
    tell(new JobIntent.Granted(1, TWO, 4, List.of()));
    assertThat(state.term()).isEqualTo(5);
  }

  @Test
  void shouldLetGoOfWhatAnUnknownJobHolds() {
    tell(new JobIntent.Granted(3, TWO, 1, List.of()));
    assertThat(last.once()).containsExactly(released(3, null));
    assertThat(state.phase()).isEqualTo(Phase.NEW);
  }

  private Completion completion() {
    Completion completion = state.completion();
    assertThat(completion).isNotNull();
    return completion == null
        ? new Completion(JobStatus.PENDING, ExitStatus.SUCCESS, "")
        : completion;
  }

  private void granted(boolean requeue) {
    tell(new JobIntent.Submit(spec(requeue)));
    tell(new JobIntent.Granted(1, TWO, 1, List.of()));
  }

  private void running(boolean requeue) {
    granted(requeue);
    tell(started(1));
  }

  private void tell(JobIntent intent) {
    last = JobLifecycle.decide(state, intent, NOW);
    for (JobEvent event : last.events()) {
      state = state.evolve(event);
    }
  }

  private static StepId batch(int attempt) {
    return StepId.batch(JOB, attempt);
  }

  private static JobIntent started(int attempt) {
    return new JobIntent.Reported(new StepReport.Started(batch(attempt), N1, NOW), null);
  }

  private static JobIntent ended(int attempt, ExitStatus exit, StepEnd end) {
    return new JobIntent.Reported(
        new StepReport.Ended(batch(attempt), N1, NOW, List.of(exit), end, ""), null);
  }

  private static JobSpec spec(boolean requeue) {
    return new JobSpec(
        "job",
        ADA,
        new PartitionName("main"),
        new ResourceRequest(2, 2, 2, 1, 0, false),
        Duration.ofMinutes(1),
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

  private JobOrder released(int attempt, @Nullable JobStatus ended) {
    AttemptId over = new AttemptId(state.job(), attempt);
    return new JobOrder.ToPartition(new PartitionIntent.Release(over, ended));
  }
}
