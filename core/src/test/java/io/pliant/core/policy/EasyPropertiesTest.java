package io.pliant.core.policy;

import static io.pliant.core.testing.PlanAssert.startsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.testing.AfterPlan;
import io.pliant.core.testing.ClusterViews;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What EASY promises beyond what every policy owes. */
class EasyPropertiesTest {
  private final EasyPolicy easy = EasyPolicy.create();

  @Provide
  Arbitrary<ClusterView> views() {
    return ClusterViews.any();
  }

  @Provide
  Arbitrary<ClusterView> wholeEqualNodes() {
    return ClusterViews.wholeEqualNodes();
  }

  @Property
  void shouldNotDelayTheHeadByBackfilling(@ForAll("views") ClusterView view) {
    // given
    Plan plan = PolicyPropertiesTest.plan(easy, view);
    Decision.Reserve reserve = reserve(plan);
    if (reserve == null) {
      return;
    }
    WaitingJob head = PolicyPropertiesTest.waiting(view, reserve.job());
    List<Decision.Start> starts = startsOf(plan);
    List<Decision.Start> beforeHead =
        starts.stream().filter(s -> s.job().compareTo(reserve.job()) < 0).toList();

    // when
    Instant without = firstFit(head, AfterPlan.of(view, beforeHead));
    Instant with = firstFit(head, AfterPlan.of(view, starts));

    // then
    assertThat(reserve.at()).isEqualTo(without);
    assertThat(with).isEqualTo(without);
  }

  @Property
  void shouldReserveForTheFirstJobThatCouldRunButWaits(@ForAll("views") ClusterView view) {
    // when
    Plan plan = PolicyPropertiesTest.plan(easy, view);

    // then
    FreeResources empty = FreeResources.of(view.nodes()).emptied();
    JobId expected =
        view.waiting().stream()
            .filter(job -> plan.waits().containsKey(job.job()))
            .filter(job -> job.eligible(view.now()) && empty.holds(job.resources()))
            .map(WaitingJob::job)
            .findFirst()
            .orElse(null);
    Decision.Reserve reserve = reserve(plan);
    assertThat(reserve == null ? null : reserve.job()).isEqualTo(expected);
  }

  @Property
  void shouldStartWhatTheTextbookStartsOnWholeEqualNodes(
      @ForAll("wholeEqualNodes") ClusterView view) {
    // when
    List<JobId> started =
        startsOf(PolicyPropertiesTest.plan(easy, view)).stream().map(Decision.Start::job).toList();

    // then
    assertThat(started).isEqualTo(TextbookEasy.starts(view));
  }

  /** The time of the head's start when every job runs to its limit, by replaying end after end. */
  private static Instant firstFit(WaitingJob head, ClusterView view) {
    FreeResources free = FreeResources.of(view.nodes());
    List<RunningJob> ends = new ArrayList<>(view.running());
    ends.sort(Comparator.comparing(RunningJob::expectedEnd));
    for (RunningJob end : ends) {
      free.release(end.allocation());
      if (free.holds(head.resources())) {
        return end.expectedEnd().isBefore(view.now()) ? view.now() : end.expectedEnd();
      }
    }
    throw new AssertionError("Job " + head.job() + " never fits.");
  }

  private static Decision.@Nullable Reserve reserve(Plan plan) {
    return plan.decisions().stream()
        .filter(Decision.Reserve.class::isInstance)
        .map(Decision.Reserve.class::cast)
        .findFirst()
        .orElse(null);
  }
}
