package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.adaptation.ApplicationOrder;
import io.pliant.core.adaptation.Vacancy;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepRequest;
import io.pliant.core.step.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a job ends whose program lost tasks. */
class MalleableEndsTest {
  private static final JobId JOB = new JobId(7);
  private static final NodeName LEADER = new NodeName("n1");
  private static final NodeName OTHER = new NodeName("n2");
  private static final StepId PROGRAM = new StepId(JOB, 1, StepId.PROGRAM);
  private static final Allocation TWO =
      new Allocation(List.of(new Slice(LEADER, 1, 0, 1), new Slice(OTHER, 1, 0, 1)));
  private static final ExitStatus KILLED = new ExitStatus(0, 9);
  private static final Malleability ONE_TO_FOUR =
      new Malleability(1, 4, SizeConstraint.ANY, Terms.OnOffer.ACCEPT, null, null, null);

  private static final StepRequest STEP =
      new StepRequest("x", 2, 2, 1, List.of("x"), Map.of(), "/", StreamFiles.batchDefault(), null);

  private JobState state = JobState.unknown(JOB);

  @Test
  void shouldNotCountATaskThatTheProgramWentOnWithout() {
    // given
    running(ONE_TO_FOUR);
    tell(ended(OTHER, KILLED, StepEnd.EXITED));
    assertThat(program().worstExit()).isEqualTo(KILLED);

    // when
    tell(
        new JobIntent.OfApplication(
            1, new ApplicationOrder.LeaveNodes(List.of(new Vacancy(1, List.of(OTHER))))));
    tell(ended(LEADER, ExitStatus.SUCCESS, StepEnd.EXITED));

    // then
    assertThat(program().worstExit()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(state.status()).isEqualTo(JobStatus.COMPLETED);
  }

  @Test
  void shouldEndTheOtherTasksWhenASignalEndedTheLeaders() {
    // given
    running(ONE_TO_FOUR);

    // when
    tell(ended(LEADER, KILLED, StepEnd.EXITED));

    // then
    assertThat(state.phase()).isEqualTo(Phase.COMPLETING);
    assertThat(JobOrders.owed(state)).containsExactly(new JobOrder.Terminate(PROGRAM, OTHER, 0));
    tell(ended(OTHER, new ExitStatus(0, 15), StepEnd.TERMINATED));
    assertThat(state.status()).isEqualTo(JobStatus.FAILED);
    assertThat(Objects.requireNonNull(state.completion()).exit()).isEqualTo(KILLED);
  }

  @Test
  void shouldLetTheOtherTasksOfAJobOfFixedSizeComeToTheirEnd() {
    running(null);
    tell(ended(LEADER, KILLED, StepEnd.EXITED));
    assertThat(state.phase()).isEqualTo(Phase.RUNNING);
    tell(ended(OTHER, ExitStatus.SUCCESS, StepEnd.EXITED));
    assertThat(state.status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void shouldFailWithTheTasksCodeWhenTheProgramIsGivenUpForATaskThatFailed() {
    running(ONE_TO_FOUR);
    tell(ended(OTHER, new ExitStatus(3, 0), StepEnd.EXITED));

    tell(new JobIntent.OfApplication(1, new ApplicationOrder.GiveUp("one never came", false)));
    tell(ended(LEADER, new ExitStatus(143, 0), StepEnd.TERMINATED));

    assertThat(state.status()).isEqualTo(JobStatus.FAILED);
    assertThat(Objects.requireNonNull(state.completion()))
        .isEqualTo(new Completion(JobStatus.FAILED, new ExitStatus(3, 0), "one never came"));
  }

  @Test
  void shouldRunAgainWhenTheProgramIsGivenUpForANodeThatWasLost() {
    running(ONE_TO_FOUR);
    tell(ended(OTHER, ExitStatus.SUCCESS, StepEnd.LOST));

    tell(new JobIntent.OfApplication(1, new ApplicationOrder.GiveUp("too few are left", false)));
    tell(ended(LEADER, new ExitStatus(143, 0), StepEnd.TERMINATED));

    assertThat(state.status()).isEqualTo(JobStatus.PENDING);
  }

  /** Slurm's srun, too, ends the step when a node of it cannot start its tasks or is lost. */
  @ParameterizedTest
  @EnumSource(names = {"LAUNCH_FAILED", "NODE_FAULT", "LOST"})
  void shouldEndTheTasksOfAStepThatCannotBeWholeUnlessItChangesSize(StepEnd end) {
    JobOrder terminate = new JobOrder.Terminate(new StepId(JOB, 1, 1), LEADER, 0);
    running(ONE_TO_FOUR);
    tell(ended(OTHER, ExitStatus.SUCCESS, StepEnd.LOST));
    assertThat(JobOrders.owed(state).toString()).doesNotContain("Terminate");
    tell(new JobIntent.CreateStep(spec(null).submitter(), false, STEP, StepLimits.USUAL));
    assertThat(JobOrders.owed(state)).doesNotContain(terminate);

    tell(
        new JobIntent.Reported(
            new StepReport.Ended(new StepId(JOB, 1, 1), OTHER, Instant.EPOCH, List.of(), end, "no"),
            null));

    assertThat(JobOrders.owed(state)).contains(terminate);
    assertThat(JobOrders.owed(state).toString()).doesNotContain("Launch");
    assertThat(state.phase()).isEqualTo(Phase.RUNNING);
  }

  private StepState program() {
    return Objects.requireNonNull(state.steps().get(StepId.PROGRAM));
  }

  private void running(@Nullable Malleability malleable) {
    tell(new JobIntent.Submit(spec(malleable)));
    tell(new JobIntent.Granted(1, TWO, 1, List.of(), Sizes.UNCHANGED, 1));
    for (NodeName node : List.of(LEADER, OTHER)) {
      tell(new JobIntent.Reported(new StepReport.Started(PROGRAM, node, Instant.EPOCH), null));
    }
    assertThat(state.phase()).isEqualTo(Phase.RUNNING);
  }

  private static JobIntent ended(NodeName node, ExitStatus exit, StepEnd end) {
    return new JobIntent.Reported(
        new StepReport.Ended(PROGRAM, node, Instant.EPOCH, List.of(exit), end, ""), null);
  }

  private void tell(JobIntent intent) {
    for (JobEvent event : JobLifecycle.decide(state, intent, Instant.EPOCH).events()) {
      state = state.evolve(event);
    }
  }

  private static JobSpec spec(@Nullable Malleability malleable) {
    return new JobSpec(
        "job",
        new Submitter("ada", 1000, 1000),
        new PartitionName("main"),
        new ResourceRequest(2, 2, 2, 1, 0, false),
        Duration.ofMinutes(1),
        new Payload.ParallelCommand(List.of("program"), null),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        true,
        false,
        null,
        "",
        null,
        malleable,
        null);
  }
}
