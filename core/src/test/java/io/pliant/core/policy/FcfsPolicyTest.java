package io.pliant.core.policy;

import static io.pliant.core.testing.ClusterBuilder.aCluster;
import static io.pliant.core.testing.JobBuilder.job;
import static io.pliant.core.testing.JobBuilder.tasks;
import static io.pliant.core.testing.PlanAssert.assertThatPlan;

import io.pliant.core.id.JobId;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.testing.ClusterBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FcfsPolicyTest {
  @Test
  void shouldStartInQueueOrderUpToTheFirstThatDoesNotFit() {
    // given
    ClusterBuilder cluster =
        aCluster().nodes(8).waiting(job(3)).waiting(job(4)).waiting(job(2)).waiting(job(1));

    // when
    Plan plan = plan(cluster);

    // then
    assertThatPlan(plan)
        .starts(1, 2)
        .startsOn(1, "n1", "n2", "n3")
        .startsOn(2, "n4", "n5", "n6", "n7")
        .reservesNothing()
        .keepsWaiting(3, new WaitReason.Resources(2, 1, 2, 4))
        .keepsWaiting(4, new WaitReason.Priority(new JobId(3), 4));
  }

  @Test
  void shouldNameTheLackOfResourcesTooWhenAJobBehindTheHeadDoesNotFitEither() {
    // given
    ClusterBuilder cluster = aCluster().nodes(2).running(job(1)).waiting(job(2)).waiting(job(2));

    // then
    assertThatPlan(plan(cluster))
        .startsNothing()
        .keepsWaiting(
            3, new WaitReason.Priority(new JobId(2), 2), new WaitReason.Resources(2, 1, 2, 4));
  }

  @Test
  void shouldSkipHeldAndNotYetBegunJobsAndCallAgainAtTheEarliestBegin() {
    // given
    ClusterBuilder cluster =
        aCluster()
            .nodes(2)
            .now(100)
            .waiting(job(2).held())
            .waiting(job(2).begin(300))
            .waiting(job(2).begin(200))
            .waiting(job(2).held().begin(150))
            .waiting(job(2).begin(100));

    // when
    Plan plan = plan(cluster);

    // then
    assertThatPlan(plan)
        .starts(5)
        .callsAgainAt(200)
        .keepsWaiting(1, new WaitReason.Held())
        .keepsWaiting(2, new WaitReason.BeginTime(Instant.ofEpochSecond(300)))
        .keepsWaiting(
            4, new WaitReason.Held(), new WaitReason.BeginTime(Instant.ofEpochSecond(150)));
  }

  @Test
  void shouldNotBlockTheQueueWhenTheHeadNeedsNodesThatAreDown() {
    // given
    ClusterBuilder cluster =
        aCluster().nodes(4).unavailable("n2", "n3").waiting(job(3)).waiting(job(2));

    // then
    assertThatPlan(plan(cluster))
        .starts(2)
        .startsOn(2, "n1", "n4")
        .keepsWaiting(1, new WaitReason.NodesUnavailable(2, 3, 2, "n2"));
  }

  @Test
  void shouldSayItCanNeverRunWhenThePartitionHasShrunk() {
    // given
    ClusterBuilder cluster = aCluster().nodes(2).waiting(job(3)).waiting(job(1));

    // then
    assertThatPlan(plan(cluster))
        .starts(2)
        .keepsWaiting(
            1, new WaitReason.Infeasible("It asks for 3 nodes, but partition main has 2."));
  }

  @Test
  void shouldShareANodeWhenJobsAreNotExclusive() {
    // given
    ClusterBuilder cluster =
        aCluster().nodes(1).cpus(4).waiting(tasks(1)).waiting(tasks(2)).waiting(tasks(2));

    // then
    assertThatPlan(plan(cluster))
        .starts(1, 2)
        .keepsWaiting(3, new WaitReason.Resources(1, 1, 2, 1));
  }

  @Test
  void shouldGiveAnEmptyPlanWhenThereIsNothingToDo() {
    assertThatPlan(plan(aCluster())).startsNothing().reservesNothing();
    assertThatPlan(plan(aCluster().nodes(3).running(job(2)))).startsNothing().reservesNothing();
  }

  private static Plan plan(ClusterBuilder cluster) {
    return FcfsPolicy.create().plan(cluster.view(), Trigger.JOB_SUBMITTED);
  }
}
