package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.array.JobArray;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent.JobChanged;
import io.pliant.core.option.JobScriptParser;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.Revision;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What may be changed of a job after its submission, and who is told. */
class JobChangesTest {
  private static final JobId JOB = new JobId(12);
  private static final NodeName N1 = new NodeName("n1");
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final Submitter BOB = new Submitter("bob", 1001, 1001);
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  private JobState state = JobState.unknown(JOB);

  @Test
  void shouldTellItsPartitionHowItStandsSinceTheChange() {
    submit("-t 60");
    tell(change(JobChange.nice(7)));
    tell(change(JobChange.of(Duration.ofMinutes(20))));
    QueuedJob queued = queued();
    Revision revision = Objects.requireNonNull(queued.revision());
    assertThat(revision.number()).isEqualTo(2);
    assertThat(queued.timeLimit()).isEqualTo(Duration.ofMinutes(20));
    assertThat(Objects.requireNonNull(queued.bookkeeping()).nice()).isEqualTo(7);
    assertThat(state.submittedSpec().timeLimit()).isEqualTo(Duration.ofMinutes(20));
  }

  @Test
  void shouldWriteNothingWhenItIsSoAlready() {
    submit("-t 60");
    tell(change(JobChange.nice(7)));
    JobOutcome again = tell(change(JobChange.nice(7)));
    assertThat(again.events()).isEmpty();
    assertThat(again.reply()).isInstanceOf(JobReply.Done.class);
    assertThat(tell(change(JobChange.of(HOUR))).events()).isEmpty();
  }

  @Test
  void shouldLetOnlyAnOperatorMakeALimitLonger() {
    submit("-t 60");
    JobChange longer = JobChange.of(Duration.ofHours(2));
    Refusal refusal = refused(change(longer));
    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.FORBIDDEN);
    assertThat(refusal.reason()).contains("at most 01:00:00", "got 02:00:00", "operator");
    assertThat(refused(new JobIntent.Change(BOB, false, JobChange.nice(1), HOUR)).kind())
        .isEqualTo(Refusal.Kind.FORBIDDEN);
    assertThat(tell(new JobIntent.Change(BOB, true, longer, HOUR)).events())
        .containsExactly(new JobChanged(JOB, longer, "bob", NOW));
  }

  @Test
  void shouldCompareALimitThatWasNotGivenWithThatOfThePartition() {
    submit("-N1");
    assertThat(refused(change(JobChange.of(HOUR.plusSeconds(1)))).kind())
        .isEqualTo(Refusal.Kind.FORBIDDEN);
    assertThat(tell(change(JobChange.of(HOUR.minusSeconds(1)))).events()).hasSize(1);
  }

  @Test
  void shouldTellNodesAndPartitionOfAnotherLimitWhileItRuns() {
    run("-t 60");
    assertThat(JobOrders.owed(state)).isEmpty();
    tell(change(JobChange.of(Duration.ofMinutes(20))));
    StepId batch = new StepId(JOB, 1, StepId.BATCH);
    assertThat(JobOrders.owed(state))
        .contains(new JobOrder.SetTerms(batch, N1, 1))
        .anySatisfy(order ->
            assertThat(order)
                .isInstanceOfSatisfying(
                    JobOrder.ToPartition.class,
                    to -> assertThat(to.intent()).isInstanceOf(PartitionIntent.Revise.class)));
    tell(change(new JobChange(null, null, null, null, "seen", null, null, null, null, null)));
    assertThat(JobOrders.owed(state)).contains(new JobOrder.SetTerms(batch, N1, 1));
  }

  @Test
  void shouldTellAllThatARunningJobKeeps() {
    run("-t 60");
    Refusal refusal =
        refused(change(new JobChange(null, 5, null, "other", null, null, null, null, 3, null)));
    assertThat(refusal.reason())
        .contains("waiting for another name, nice", "RUNNING", "time limit and comment", "array");
  }

  @Test
  void shouldChangeTheBoundOfAnArrayAndWhatItsElementsBeginWith() {
    submit("-a 1-9%2 -t 60");
    tell(
        change(
            new JobChange(HOUR.dividedBy(2), null, null, null, null, null, null, null, 0, null)));
    JobArray array = Objects.requireNonNull(state.submittedSpec().array());
    assertThat(array.mostAtOnce()).isNull();
    assertThat(Objects.requireNonNull(queued().array()).mostAtOnce()).isNull();
    JobSpec element = state.submittedSpec().of(array.element(JOB, 3));
    assertThat(element.timeLimit()).isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void shouldKeepTheAccountThatItsReservationTook() {
    submit("-t 60 -A physics --reservation=night");
    JobChange other = new JobChange(null, null, null, null, null, "music", null, null, null, null);
    assertThat(refused(change(other)).reason()).contains("account", "reservation night");
    JobChange same = new JobChange(null, 3, null, null, null, "physics", null, null, null, null);
    assertThat(tell(change(same)).events()).hasSize(1);
  }

  @Test
  void shouldNotChangeWhatIsOver() {
    submit("-t 60");
    tell(new JobIntent.Cancel(ADA, false, 0));
    assertThat(refused(change(JobChange.nice(1))).reason()).contains("CANCELLED");
  }

  @Test
  void shouldNotMakeALimitLongerThanItsDeadlineBears() {
    submit("-t 30 --deadline=now+1hour");
    JobIntent late = new JobIntent.Change(BOB, true, JobChange.of(HOUR.plusSeconds(1)), HOUR);
    assertThat(refused(late).reason()).contains("deadline", "01:00:01");
  }

  @Test
  void shouldHoldAJobThatIsRequeuedToBeHeld() {
    run("-t 60");
    assertThat(tell(new JobIntent.Requeue(ADA, false, true)).events()).hasSize(2);
    assertThat(tell(new JobIntent.Requeue(ADA, false, true)).events()).isEmpty();
    assertThat(HoldRules.hold(state, ADA, false, false)).isInstanceOf(JobReply.Refused.class);
    StepId batch = new StepId(JOB, 1, StepId.BATCH);
    tell(
        new JobIntent.Reported(
            new StepReport.Ended(
                batch, N1, NOW, List.of(new ExitStatus(0, 15)), StepEnd.TERMINATED, ""),
            null));
    assertThat(queued().attempt()).isEqualTo(2);
    assertThat(queued().held()).isTrue();
  }

  private QueuedJob queued() {
    return JobOrders.owed(state).stream()
        .map(order -> ((JobOrder.ToPartition) order).intent())
        .map(intent -> ((PartitionIntent.Enqueue) intent).job())
        .findFirst()
        .orElseThrow();
  }

  private static JobIntent change(JobChange change) {
    return new JobIntent.Change(ADA, false, change, HOUR);
  }

  private Refusal refused(JobIntent intent) {
    JobOutcome outcome = tell(intent);
    assertThat(outcome.events()).isEmpty();
    assertThat(outcome.reply()).isInstanceOf(JobReply.Refused.class);
    return ((JobReply.Refused) outcome.reply()).refusal();
  }

  private void run(String directives) {
    submit(directives);
    tell(new JobIntent.Granted(1, new Allocation(List.of(new Slice(N1, 1, 0, 1))), 1, List.of()));
    tell(
        new JobIntent.Reported(
            new StepReport.Started(new StepId(JOB, 1, StepId.BATCH), N1, NOW), null));
  }

  private void submit(String directives) {
    ParsedJob parsed =
        JobScriptParser.parse(
            new Submission(
                "#!/bin/sh\n#SBATCH " + directives + "\nexit 0\n",
                "a.sh",
                List.of(),
                List.of(),
                List.of(),
                null,
                "/tmp",
                Map.of(),
                null),
            new SubmissionContext(
                ADA,
                NOW,
                ZoneOffset.UTC,
                new PartitionName("main"),
                List.of(),
                KnownNames.ANY,
                _ -> false));
    tell(new JobIntent.Submit(((ParsedJob.Parsed) parsed).spec()));
  }

  private JobOutcome tell(JobIntent intent) {
    JobOutcome outcome = JobLifecycle.decide(state, intent, NOW);
    for (JobEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    return outcome;
  }
}
