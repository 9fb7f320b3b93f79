package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent.JobResumed;
import io.pliant.core.job.JobEvent.JobSuspended;
import io.pliant.core.option.JobScriptParser;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.Revision;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A running job that operators suspend and have go on. */
class StandstillsTest {
  private static final JobId JOB = new JobId(12);
  private static final NodeName N1 = new NodeName("n1");
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final Submitter OP = new Submitter("op", 1, 1);
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final StepId BATCH = new StepId(JOB, 1, StepId.BATCH);
  private static final JobIntent SUSPEND = new JobIntent.SetSuspended(OP, true, true);
  private static final JobIntent RESUME = new JobIntent.SetSuspended(OP, true, false);

  private JobState state = JobState.unknown(JOB);
  private Instant now = NOW;

  @Test
  void shouldStandStillAndGoOnAndTellNodeAndPartition() {
    run("-t 60");
    assertThat(tell(SUSPEND).events()).containsExactly(new JobSuspended(JOB, 1, "op", NOW));
    assertThat(state.status()).isEqualTo(JobStatus.SUSPENDED);
    assertThat(JobOrders.owed(state)).contains(new JobOrder.SetTerms(BATCH, N1, 1));
    assertThat(revision()).isEqualTo(revision(1, NOW, null));

    now = NOW.plusSeconds(600);
    assertThat(tell(RESUME).events()).containsExactly(new JobResumed(JOB, 1, "op", now));
    assertThat(state.status()).isEqualTo(JobStatus.RUNNING);
    assertThat(JobOrders.owed(state)).contains(new JobOrder.SetTerms(BATCH, N1, 2));
    assertThat(revision()).isEqualTo(revision(2, null, 600_000L));
    assertThat(state.run().still()).isEqualTo(new Standstill(null, Duration.ofMinutes(10), now));
  }

  @Test
  void shouldAddUpTimesAndNeverCountLessThanNothing() {
    run("-t 60");
    tell(SUSPEND);
    now = NOW.plusSeconds(5);
    tell(RESUME);
    tell(SUSPEND);
    now = NOW.minusSeconds(100); // another controller's clock
    tell(RESUME);
    tell(SUSPEND);
    now = NOW.plusSeconds(10);
    tell(RESUME);
    assertThat(state.run().still().before()).isEqualTo(Duration.ofSeconds(115));
  }

  @Test
  void shouldDoNothingTwice() {
    run("-t 60");
    assertThat(refused(RESUME).reason()).contains("Job is not suspended");
    tell(SUSPEND);
    assertThat(tell(SUSPEND).events()).isEmpty();
    now = NOW.plusSeconds(1);
    tell(RESUME);
    JobOutcome again = tell(RESUME);
    assertThat(again.events()).isEmpty();
    assertThat(again.reply()).isInstanceOf(JobReply.Done.class);
  }

  @Test
  void shouldBeForOperatorsAlone() {
    run("-t 60");
    Refusal refusal = refused(new JobIntent.SetSuspended(ADA, false, true));
    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.FORBIDDEN);
    assertThat(refusal.reason()).contains("Access/permission denied", "ada is none");
    tell(SUSPEND);
    assertThat(refused(new JobIntent.SetSuspended(ADA, false, false)).kind())
        .isEqualTo(Refusal.Kind.FORBIDDEN);
  }

  @Test
  void shouldRefuseWhatDoesNotRun() {
    assertThat(refused(SUSPEND).kind()).isEqualTo(Refusal.Kind.NOT_FOUND);
    submit("-t 60");
    assertThat(refused(SUSPEND).reason()).contains("Job is pending execution");
    tell(new JobIntent.Granted(1, new Allocation(List.of(new Slice(N1, 1, 0, 1))), 1, List.of()));
    assertThat(refused(SUSPEND).reason()).contains("try again");
    tell(new JobIntent.Cancel(ADA, false, 0));
    assertThat(refused(SUSPEND).reason()).contains("already completing");
  }

  @Test
  void shouldRefuseAJobThatMayChangeItsSize() {
    run("-N 1 --min-nodes=1 --max-nodes=2 -t 60");
    assertThat(refused(SUSPEND).reason()).contains("fixed size", "pliant adapt");
  }

  @Test
  void shouldTakeNoStepsAndBeCancelledAllTheSame() {
    run("-t 60");
    tell(SUSPEND);
    StepRequest step =
        new StepRequest(
            "x", 1, 1, 1, List.of("x"), Map.of(), "/", StreamFiles.batchDefault(), null);
    assertThat(refused(new JobIntent.CreateStep(ADA, false, step, StepLimits.USUAL)).reason())
        .contains("SUSPENDED");
    tell(new JobIntent.Cancel(ADA, false, 0));
    assertThat(state.status()).isEqualTo(JobStatus.COMPLETING);
    assertThat(JobOrders.owed(state)).contains(new JobOrder.Terminate(BATCH, N1, 0));
  }

  @Test
  void shouldBeginTheNextAttemptAsIfNothingHadBeen() {
    run("-t 60");
    tell(SUSPEND);
    tell(new JobIntent.Granted(1, new Allocation(List.of(new Slice(N1, 1, 0, 1))), 1, List.of(N1)));
    assertThat(state.attempt()).isEqualTo(2);
    assertThat(state.run().still()).isEqualTo(Standstill.NONE);
    assertThat(state.status()).isEqualTo(JobStatus.PENDING);
  }

  private Revision revision() {
    return JobOrders.owed(state).stream()
        .filter(JobOrder.ToPartition.class::isInstance)
        .map(order -> ((JobOrder.ToPartition) order).intent())
        .map(intent -> ((PartitionIntent.Revise) intent).revision())
        .findFirst()
        .orElseThrow();
  }

  private static Revision revision(int number, @Nullable Instant since, @Nullable Long stood) {
    return new Revision(number, "a.sh", Duration.ofHours(1), null, null, null, since, stood);
  }

  private Refusal refused(JobIntent intent) {
    JobOutcome outcome = tell(intent);
    assertThat(outcome.events()).isEmpty();
    return ((JobReply.Refused) outcome.reply()).refusal();
  }

  private void run(String directives) {
    submit(directives);
    tell(new JobIntent.Granted(1, new Allocation(List.of(new Slice(N1, 1, 0, 1))), 1, List.of()));
    tell(new JobIntent.Reported(new StepReport.Started(BATCH, N1, NOW), null));
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
    JobOutcome outcome = JobLifecycle.decide(state, intent, now);
    for (JobEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    return outcome;
  }
}
