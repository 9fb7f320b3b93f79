package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.SchedulingCounts;
import io.pliant.core.array.Places;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionTallyTest {
  private static final Instant START = Instant.parse("2026-11-25T09:00:00Z");
  private static final Allocation NODES =
      new Allocation(List.of(new Slice(new NodeName("n1"), 1, 0, 1, null)));

  private final PartitionTally tally = new PartitionTally(START);

  @Test
  void shouldCountJobsOnceAndEachAttempt() {
    comes(7, 1);
    starts(7, 1);
    ends(7, null);
    comes(7, 2);
    starts(7, 2);
    ends(7, JobStatus.COMPLETED);

    SchedulingCounts sums = tally.sums();
    assertThat(sums.submitted()).isEqualTo(1);
    assertThat(sums.started()).isEqualTo(2);
    assertThat(sums.completed()).isEqualTo(1);
    assertThat(sums.failed()).isZero();
  }

  @Test
  void shouldTellHowJobsEndedAlsoThoseThatNeverStarted() {
    ends(1, JobStatus.TIMEOUT);
    ends(2, JobStatus.FAILED);
    ends(3, JobStatus.CANCELLED);
    tally.follow(
        new PartitionEvent.JobWithdrawn(new JobId(4), "ended", START, JobStatus.CANCELLED));
    tally.follow(new PartitionEvent.JobWithdrawn(new JobId(5), "all its elements are over", START));
    tally.follow(
        new PartitionEvent.ElementsEnding(
            new JobId(5), Places.first(1000), Places.NONE, "ada", START));

    assertThat(tally.sums().failed()).isEqualTo(2);
    assertThat(tally.sums().cancelled()).isEqualTo(1002);
  }

  @Test
  void shouldMeasureRounds() {
    TreeMap<JobId, List<WaitReason>> waits = new TreeMap<>();
    waits.put(new JobId(2), List.of());
    Plan plan = new Plan(1, "easy", List.of(new Decision.Start(new JobId(1), NODES)), waits, null);

    tally.planned(plan, 5_000_000, START.plusSeconds(1));
    tally.planned(plan, 1_000_000, START.plusSeconds(2));

    assertThat(tally.sums())
        .isEqualTo(
            new SchedulingCounts(
                START, 0, 0, 0, 0, 0, 2, 1000, 5000, 6000, START.plusSeconds(2), 4));
  }

  private void comes(long id, int attempt) {
    QueuedJob job =
        new QueuedJob(
            new JobId(id),
            attempt,
            "j",
            "ada",
            ResourceRequest.single(),
            null,
            false,
            null,
            START,
            null);
    tally.follow(new PartitionEvent.JobEnqueued(job, 1, START, null));
  }

  private void starts(long id, int attempt) {
    tally.follow(new PartitionEvent.NodesAllocated(new JobId(id), attempt, NODES, START));
  }

  private void ends(long id, @Nullable JobStatus how) {
    tally.follow(new PartitionEvent.NodesReleased(new JobId(id), 1, START, how, null));
  }
}
