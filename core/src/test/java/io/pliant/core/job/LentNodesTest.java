package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A job of partition a with a node that partition b lends, from the job's side. */
class LentNodesTest {
  private static final PartitionName A = new PartitionName("a");
  private static final PartitionName B = new PartitionName("b");
  private static final NodeName A1 = new NodeName("a1");
  private static final NodeName B1 = new NodeName("b1");
  private static final Instant NOW = Instant.EPOCH;
  private static final Allocation BOTH =
      new Allocation(List.of(new Slice(A1, 1, 0, 1), new Slice(B1, 1, 0, 1)));
  private static final BorrowedNodes WHOSE =
      new BorrowedNodes(
          new LeaseId(A, 4),
          List.of(
              new BorrowedNodes.Part(A, 3, List.of(A1)),
              new BorrowedNodes.Part(B, 5, List.of(B1))));

  private JobState state = JobState.unknown(new JobId(7));

  @Test
  void shouldOrderEachNodeUnderTheTermOfItsOwnPartition() {
    start();
    assertThat(state.phase()).isEqualTo(Phase.LAUNCHING);
    assertThat(Packs.partitionOf(state, A1)).isEqualTo(A);
    assertThat(Packs.partitionOf(state, B1)).isEqualTo(B);
    assertThat(state.termOf(A1)).isEqualTo(3);
    assertThat(state.termOf(B1)).isEqualTo(5);

    tell(lender(6, List.of()));
    tell(lender(4, List.of()));
    assertThat(state.termOf(A1)).isEqualTo(3);
    assertThat(state.termOf(B1)).isEqualTo(6);

    tell(home(9));
    assertThat(state.termOf(A1)).isEqualTo(9);
    assertThat(state.termOf(B1)).isEqualTo(6);
  }

  /** A lender's word comes when nodes are lent, which may be before the home has all of them. */
  @Test
  void shouldStartByTheWordOfItsHomeAlone() {
    tell(new JobIntent.Submit(spec()));
    tell(lender(5, List.of()));
    assertThat(state.phase()).isEqualTo(Phase.PENDING);
    tell(home(3));
    assertThat(state.phase()).isEqualTo(Phase.LAUNCHING);
  }

  @Test
  void shouldEndWhenItsLenderHasLostTheNode() {
    start();
    tell(lender(5, List.of(B1)));
    assertThat(state.attempt() > 1 || state.completion() != null).isTrue();
  }

  @Test
  void shouldTellItsHomeAloneThatItIsOver() {
    start();
    assertThat(Packs.toEach(state, new PartitionIntent.Release(state.attemptId(), null)))
        .containsOnlyKeys(A);
  }

  private void start() {
    tell(new JobIntent.Submit(spec()));
    tell(home(3));
  }

  private static JobIntent.Granted home(long term) {
    return granted(BOTH, term, List.of(), null, WHOSE);
  }

  private static JobIntent.Granted lender(long term, List<NodeName> lost) {
    return granted(new Allocation(List.of(new Slice(B1, 1, 0, 0))), term, lost, B, null);
  }

  private static JobIntent.Granted granted(
      Allocation allocation,
      long term,
      List<NodeName> lost,
      @Nullable PartitionName partition,
      @Nullable BorrowedNodes borrowed) {
    return new JobIntent.Granted(
        1, allocation, term, lost, null, 1, null, partition, borrowed, null);
  }

  private void tell(JobIntent intent) {
    for (JobEvent event : JobLifecycle.decide(state, intent, NOW).events()) {
      state = state.evolve(event);
    }
  }

  private static JobSpec spec() {
    return new JobSpec(
        "wide",
        new Submitter("ada", 1000, 1000),
        A,
        ResourceRequest.wholeNodes(2),
        Duration.ofMinutes(1),
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        true,
        false,
        null,
        "",
        "key");
  }
}
