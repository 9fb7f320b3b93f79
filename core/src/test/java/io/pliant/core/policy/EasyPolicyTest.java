package io.pliant.core.policy;

import static io.pliant.core.testing.ClusterBuilder.aCluster;
import static io.pliant.core.testing.JobBuilder.job;
import static io.pliant.core.testing.JobBuilder.request;
import static io.pliant.core.testing.JobBuilder.tasks;
import static io.pliant.core.testing.PlanAssert.assertThatPlan;
import static io.pliant.core.testing.PlanAssert.startsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.JobId;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.testing.AfterPlan;
import io.pliant.core.testing.ClusterBuilder;
import io.pliant.core.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EasyPolicyTest {
  private static final JobId HEAD = new JobId(10);
  private static final WaitReason DELAYS_HEAD =
      new WaitReason.WouldDelay(HEAD, Instant.ofEpochSecond(100));

  @Test
  void shouldLetShortAndNarrowJobsPassTheHeadAndNoOthers() {
    // given ten nodes: three free, four free at 100, three more at 200; the head needs six
    ClusterBuilder cluster =
        aCluster()
            .nodes(10)
            .running(job(4).limit(100))
            .running(job(3).limit(200))
            .waiting(job(6).id(10))
            .waiting(job(2).id(11).limit(101))
            .waiting(job(1).id(12).limit(100))
            .waiting(job(1).id(13).limit(5000))
            .waiting(job(1).id(14).limit(101))
            .waiting(job(2).id(15).limit(10));

    // when
    Plan plan = easy(cluster);

    // then one node is extra at the shadow time, and one is left free for the head
    assertThatPlan(plan)
        .starts(12, 13)
        .reserves(10, 100)
        .keepsWaiting(10, new WaitReason.Resources(6, 1, 6, 4))
        .keepsWaiting(11, new WaitReason.Resources(2, 1, 2, 4))
        .keepsWaiting(14, DELAYS_HEAD)
        .keepsWaiting(15, new WaitReason.Resources(2, 1, 2, 4));
  }

  @Test
  void shouldCountAllJobsThatEndAtTheShadowTimeWhenLookingForExtraNodes() {
    // given two jobs that end together; the first end alone would do for the head
    ClusterBuilder cluster =
        aCluster()
            .nodes(8)
            .running(job(4).limit(100))
            .running(job(2).limit(100))
            .waiting(job(6).id(10))
            .waiting(job(2).id(11).limit(5000));

    // then
    assertThatPlan(easy(cluster)).starts(11).reserves(10, 100);
  }

  @Test
  void shouldReserveForNowAndStartNothingOnThemWhenRunningJobsAreOverdue() {
    // given
    ClusterBuilder cluster =
        aCluster()
            .nodes(4)
            .now(500)
            .running(job(3).started(0).limit(100))
            .waiting(job(2).id(10))
            .waiting(job(1).id(11).limit(1000))
            .waiting(job(1).id(12).limit(1000));

    // then
    assertThatPlan(easy(cluster)).starts(11).startsOn(11, "n4").reserves(10, 500);
  }

  @Test
  void shouldKeepAJobOffTheHeadsCpusWhenNodesAreShared() {
    // given the head needs all of n1 when the job there ends; three cpus of n2 are free
    ClusterBuilder cluster =
        aCluster()
            .nodes(2)
            .cpus(4)
            .running(tasks(3).limit(100).on("n1"))
            .running(tasks(1).limit(9000).on("n2"))
            .waiting(request(new ResourceRequest(1, 1, 4, 1, 0, false)).id(10))
            .waiting(tasks(1).id(11).limit(9000))
            .waiting(tasks(3).id(12).limit(9000))
            .waiting(tasks(1).id(13).limit(50));

    // then job 11 would usually go to n1, the tighter node, but keeps off it
    assertThatPlan(easy(cluster))
        .starts(11, 13)
        .startsOn(11, "n2")
        .startsOn(13, "n1")
        .reserves(10, 100)
        .keepsWaiting(12, new WaitReason.Resources(1, 1, 3, 2));
  }

  @Test
  void shouldNotReserveForAHeadWhenItsNodesAreDown() {
    // given
    ClusterBuilder cluster =
        aCluster()
            .nodes(3)
            .unavailable("n3")
            .running(job(1).limit(100).on("n1"))
            .waiting(job(3).id(9))
            .waiting(job(2).id(10))
            .waiting(job(1).id(11).limit(100));

    // then
    assertThatPlan(easy(cluster))
        .starts(11)
        .reserves(10, 100)
        .keepsWaiting(9, new WaitReason.NodesUnavailable(1, 3, 2, "n3"));
  }

  @Test
  void shouldSaySoWhenAJobIsBeyondTheBackfillDepth() {
    // given
    ClusterBuilder cluster =
        aCluster()
            .nodes(2)
            .running(job(1).limit(100))
            .waiting(job(2).id(10))
            .waiting(job(2).id(11))
            .waiting(job(1).id(12).limit(10))
            .waiting(job(1).id(13).limit(10));

    // then
    assertThatPlan(EasyPolicy.withDepth(1).plan(cluster.view(), Trigger.PERIODIC))
        .startsNothing()
        .keepsWaiting(12, new WaitReason.Priority(HEAD, 3), new WaitReason.BeyondDepth(1));
    assertThatPlan(EasyPolicy.withDepth(2).plan(cluster.view(), Trigger.PERIODIC)).starts(12);
    assertThatThrownBy(() -> EasyPolicy.withDepth(-1)).hasMessageContaining("-1");
  }

  /** A pack costs as much as its components. */
  @Test
  void shouldCountAPackByItsComponentsBehindTheHead() {
    ResourceRequest pack =
        ResourceRequest.wholeNodes(2)
            .with(
                new Components(
                    List.of(ResourceRequest.wholeNodes(1), ResourceRequest.wholeNodes(1))));
    ClusterBuilder cluster =
        aCluster()
            .nodes(5)
            .running(job(2).limit(100))
            .waiting(job(4).id(10))
            .waiting(request(pack).id(11).limit(10))
            .waiting(job(1).id(12).limit(10));

    assertThatPlan(EasyPolicy.withDepth(3).plan(cluster.view(), Trigger.PERIODIC))
        .startsNothing()
        .keepsWaiting(12, new WaitReason.Priority(HEAD, 3), new WaitReason.BeyondDepth(3));
    assertThatPlan(EasyPolicy.withDepth(4).plan(cluster.view(), Trigger.PERIODIC)).starts(12);
  }

  @Test
  void shouldStartAllThatCanWhenAStartChangesWhereAnotherWouldGo() {
    // given job 4 is first placed where the head is to run; once job 5 is placed, it is not
    ClusterBuilder cluster =
        aCluster()
            .now(1000)
            .node("n1", 1, 1000)
            .node("n2", 2, 1000)
            .node("n3", 2, 1000)
            .node("n4", 8, 500)
            .running(request(new ResourceRequest(2, 2, 2, 1, 0, false)).limit(1).on("n1", "n2"))
            .waiting(request(new ResourceRequest(2, 2, 3, 1, 600, true)).id(3).limit(1))
            .waiting(request(new ResourceRequest(2, 2, 2, 1, 0, false)).id(4).limit(1))
            .waiting(request(new ResourceRequest(1, 1, 2, 2, 0, false)).id(5).limit(1));
    ClusterView view = cluster.view();

    // when
    Plan plan = EasyPolicy.create().plan(view, Trigger.PERIODIC);

    // then
    ClusterView after = AfterPlan.of(view, startsOf(plan));
    assertThatPlan(EasyPolicy.create().plan(after, Trigger.PERIODIC)).startsNothing();
    assertThat(startsOf(plan)).isNotEmpty();
  }

  @Test
  void shouldTreatAnEndlessTimeLimitAsNeverEnding() {
    // given
    ClusterBuilder cluster =
        aCluster()
            .nodes(2)
            .running(job(1).limit(100))
            .waiting(job(2).id(10))
            .waiting(job(1).id(11).limit(Duration.ofSeconds(Long.MAX_VALUE)));

    // then
    assertThatPlan(easy(cluster)).startsNothing().keepsWaiting(11, DELAYS_HEAD);
  }

  private static Plan easy(ClusterBuilder cluster) {
    return EasyPolicy.create().plan(cluster.view(), Trigger.JOB_ENDED);
  }
}
