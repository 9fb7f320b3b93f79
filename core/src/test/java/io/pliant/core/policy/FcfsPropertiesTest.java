package io.pliant.core.policy;

import static io.pliant.core.testing.PlanAssert.startsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.testing.ClusterViews;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.WaitingJob;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What first come, first served promises beyond what every policy owes. */
class FcfsPropertiesTest {
  @Provide
  Arbitrary<ClusterView> views() {
    return ClusterViews.any();
  }

  @Property
  void shouldNeverLetAJobPassOneThatCouldRun(@ForAll("views") ClusterView view) {
    // given
    FreeResources empty = FreeResources.of(view.nodes()).emptied();

    // when
    Set<JobId> started =
        startsOf(PolicyPropertiesTest.plan(FcfsPolicy.create(), view)).stream()
            .map(start -> start.job())
            .collect(Collectors.toSet());

    // then
    boolean blocked = false;
    for (WaitingJob job : view.waiting()) {
      if (started.contains(job.job())) {
        assertThat(blocked).as("job %s passes an earlier one", job.job()).isFalse();
      } else if (job.eligible(view.now()) && Placement.place(job.resources(), empty) != null) {
        blocked = true;
      }
    }
  }
}
