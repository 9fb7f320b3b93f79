package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a job keeps in memory, however long it lives and whatever its user hands in. */
class JobMemoryTest {
  private static final JobId JOB = new JobId(7);
  private static final NodeName N1 = new NodeName("n1");
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final String LONG = "v".repeat(7_000_000);

  private final List<JobEvent> journal = new ArrayList<>();
  private JobState state = JobState.unknown(JOB);
  private StepLimits limits = StepLimits.USUAL;
  private @Nullable Layout layout;
  private JobReply reply = new JobReply.Done();

  @Test
  void shouldKeepNeitherScriptNorEnvironment() {
    running();
    assertThat(state.submittedSpec().environment()).isEmpty();
    assertThat(state.submittedSpec().payload()).isEqualTo(new Payload.BatchScript("", List.of()));
    assertThat(state.payloadBytes()).isEqualTo(1000 + 3 + 3);
    assertThat(JobOrders.queued(state).bytes()).isEqualTo(state.payloadBytes());
  }

  @Test
  void shouldDropTheEnvironmentOfAStepOnceItRunsAndHoldNoOldOneInReplay() {
    // given
    limits = new StepLimits(100, 100, 8 << 20);
    running();

    // when
    for (int i = 0; i < 55; i++) {
      StepId step = step(LONG);
      assertThat(plan(step).environment()).isNotEmpty();
      report(new StepReport.Started(step, N1, Instant.EPOCH));
      assertThat(plan(step).environment()).isEmpty();
      assertThat(plan(step).command()).isEmpty();
    }

    // then
    JobState replayed = JobState.unknown(JOB);
    long most = 0;
    for (JobEvent event : journal) {
      replayed = replayed.evolve(event);
      most =
          Math.max(
              most,
              replayed.steps().values().stream().mapToLong(s -> s.plan().payloadBytes()).sum());
    }
    assertThat(replayed).isEqualTo(state);
    assertThat(most).isLessThan(8 << 20);
  }

  @Test
  void shouldRefuseAStepWhileTooManyBytesWaitToBeLaunched() {
    limits = new StepLimits(100, 100, 8 << 20);
    running();
    StepId first = step(LONG);
    ask(LONG);
    assertThat(refusal()).contains("limits.step-bytes");
    report(new StepReport.Started(first, N1, Instant.EPOCH));
    ask(LONG);
    assertThat(reply).isEqualTo(new JobReply.StepMade(1));
  }

  @Test
  void shouldRefuseMoreStepsThanAJobMayHaveAtATimeAndInAll() {
    limits = new StepLimits(5, 3, 1000);
    running();
    for (int i = 0; i < 3; i++) {
      step("v");
    }
    ask("v");
    assertThat(refusal()).contains("3 steps").contains("limits.live-steps");
    end(new StepId(JOB, 1, 0));
    end(new StepId(JOB, 1, 1));
    step("v");
    step("v");
    end(new StepId(JOB, 1, 2));
    ask("v");
    assertThat(refusal()).contains("5 steps").contains("limits.steps");
  }

  @Test
  void shouldCountTheNodesOfListsByTheirLength() {
    limits = new StepLimits(100, 100, 1 << 20);
    layout = new Layout(Distribution.parse("arbitrary").at(Collections.nCopies(512, N1)), true);
    running();
    for (int i = 0; i < 19; i++) {
      step("v");
    }

    ask("v");

    assertThat(refusal()).contains("on 10000 nodes counted by step");
  }

  @Test
  void shouldKeepTheNewestOfManyStepsThatAreOverAndGiveNoNumberTwice() {
    running();
    for (int i = 0; i < KeptSteps.MOST + 50; i++) {
      StepId step = step("v");
      assertThat(step.step()).isEqualTo(i);
      end(step);
    }
    assertThat(state.steps()).hasSizeLessThanOrEqualTo(KeptSteps.MOST + 2);
    assertThat(state.steps()).containsKeys(StepId.BATCH, StepId.PROGRAM);
    assertThat(state.steps()).containsKey(KeptSteps.MOST + 49);
    report(
        new StepReport.Ended(
            StepId.batch(JOB, 1),
            N1,
            Instant.EPOCH,
            List.of(ExitStatus.SUCCESS),
            StepEnd.EXITED,
            ""));
    assertThat(state.status()).isEqualTo(JobStatus.COMPLETED);
  }

  private StepPlan plan(StepId step) {
    return Objects.requireNonNull(state.steps().get(step.step())).plan();
  }

  private String refusal() {
    assertThat(reply).isInstanceOf(JobReply.Refused.class);
    return ((JobReply.Refused) reply).refusal().reason();
  }

  private void running() {
    tell(new JobIntent.Submit(spec()));
    Allocation one = new Allocation(List.of(new Slice(N1, 1, 0, 1)));
    tell(new JobIntent.Granted(1, one, 1, List.of()));
    report(new StepReport.Started(StepId.batch(JOB, 1), N1, Instant.EPOCH));
  }

  private StepId step(String value) {
    ask(value);
    assertThat(reply).isInstanceOf(JobReply.StepMade.class);
    return new StepId(JOB, 1, ((JobReply.StepMade) reply).step());
  }

  private void ask(String value) {
    StepRequest request =
        new StepRequest(
            "s",
            layout == null ? 1 : 0,
            layout == null ? 1 : 0,
            1,
            List.of("true"),
            Map.of("V", value),
            "/",
            StreamFiles.batchDefault(),
            null,
            null,
            null,
            layout);
    tell(new JobIntent.CreateStep(ADA, false, request, limits));
  }

  private void end(StepId step) {
    report(
        new StepReport.Ended(
            step, N1, Instant.EPOCH, List.of(ExitStatus.SUCCESS), StepEnd.EXITED, ""));
  }

  private void report(StepReport report) {
    tell(new JobIntent.Reported(report, null));
  }

  private void tell(JobIntent intent) {
    JobOutcome outcome = JobLifecycle.decide(state, intent, Instant.EPOCH);
    reply = outcome.reply();
    for (JobEvent event : outcome.events()) {
      journal.add(event);
      state = state.evolve(event);
    }
  }

  private static JobSpec spec() {
    return new JobSpec(
        "job",
        ADA,
        new PartitionName("main"),
        ResourceRequest.single(),
        null,
        new Payload.BatchScript("s".repeat(1000), List.of("ab")),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of("A", ""),
        true,
        false,
        null,
        "",
        null);
  }
}
