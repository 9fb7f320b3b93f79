package io.pliant.core.testing;

import io.pliant.core.id.JobId;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/** Assertions on a plan in the words of a scheduler. */
public final class PlanAssert extends AbstractAssert<PlanAssert, Plan> {
  private PlanAssert(Plan actual) {
    super(actual, PlanAssert.class);
  }

  public static PlanAssert assertThatPlan(Plan plan) {
    return new PlanAssert(plan);
  }

  /** Starts in the order of the plan. */
  public static List<Decision.Start> startsOf(Plan plan) {
    return plan.decisions().stream()
        .filter(Decision.Start.class::isInstance)
        .map(Decision.Start.class::cast)
        .toList();
  }

  /** Exactly these jobs start, in this order. */
  public PlanAssert starts(long... jobs) {
    Assertions.assertThat(startsOf(actual).stream().map(s -> s.job().value()))
        .as("started jobs")
        .containsExactlyElementsOf(Arrays.stream(jobs).boxed().toList());
    return this;
  }

  public PlanAssert startsNothing() {
    return starts();
  }

  /** The job starts on exactly these nodes. */
  public PlanAssert startsOn(long job, String... nodes) {
    Assertions.assertThat(allocation(job).slices().stream().map(s -> s.node().value()))
        .as("nodes of job %d", job)
        .containsExactly(nodes);
    return this;
  }

  /** Tasks of the job by slice. */
  public PlanAssert placesTasks(long job, Integer... tasks) {
    Assertions.assertThat(allocation(job).slices().stream().map(Slice::tasks))
        .as("tasks of job %d by node", job)
        .containsExactly(tasks);
    return this;
  }

  /** Exactly this reservation is made. */
  public PlanAssert reserves(long job, long second) {
    Assertions.assertThat(decisions(Decision.Reserve.class))
        .containsExactly(new Decision.Reserve(new JobId(job), Instant.ofEpochSecond(second)));
    return this;
  }

  public PlanAssert reservesNothing() {
    Assertions.assertThat(decisions(Decision.Reserve.class)).isEmpty();
    return this;
  }

  public PlanAssert callsAgainAt(long second) {
    Assertions.assertThat(decisions(Decision.CallAgain.class))
        .containsExactly(new Decision.CallAgain(Instant.ofEpochSecond(second)));
    return this;
  }

  /** The job waits for exactly these reasons, the strongest first. */
  public PlanAssert keepsWaiting(long job, WaitReason... reasons) {
    Assertions.assertThat(actual.waits().get(new JobId(job)))
        .as("reasons of job %d", job)
        .containsExactly(reasons);
    return this;
  }

  private Allocation allocation(long job) {
    return startsOf(actual).stream()
        .filter(s -> s.job().value() == job)
        .map(Decision.Start::allocation)
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("Expected job " + job + " to start, but got " + actual));
  }

  private <D extends Decision> List<D> decisions(Class<D> type) {
    return actual.decisions().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
