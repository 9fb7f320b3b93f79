package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.pack.PackHold;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.Spread;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A pack in the partitions a and b, from the job's side. */
class PacksTest {
  private static final PartitionName A = new PartitionName("a");
  private static final PartitionName B = new PartitionName("b");
  private static final NodeName A1 = new NodeName("a1");
  private static final NodeName B1 = new NodeName("b1");
  private static final Instant NOW = Instant.EPOCH;
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);

  private JobState state = JobState.unknown(new JobId(7));

  @Test
  void shouldKnowTheTermOfEachNodesPartition() {
    start();
    assertThat(state.termOf(A1)).isEqualTo(3);
    assertThat(state.termOf(B1)).isEqualTo(5);
    assertThat(Packs.partitionOf(state, B1)).isEqualTo(B);

    tell(granted(B, B1, 6, List.of()));
    tell(granted(B, B1, 4, List.of()));

    assertThat(state.termOf(A1)).isEqualTo(3);
    assertThat(state.termOf(B1)).isEqualTo(6);

    tell(granted(A, A1, 4, List.of()));

    assertThat(state.termOf(A1)).isEqualTo(4);
  }

  @Test
  void shouldEndAsOneWhenANodeOfAnyPartitionIsLost() {
    start();

    tell(granted(B, B1, 5, List.of(B1)));

    assertThat(state.phase()).isIn(Phase.COMPLETING, Phase.PENDING);
    assertThat(state.attempt() > 1 || state.completion() != null).isTrue();
  }

  @Test
  void shouldGiveUpWhatHasLostANodeBeforeAllHeldIt() {
    tell(new JobIntent.Submit(spec()));

    tell(new JobIntent.PackHeld(List.of(hold(A, A1, 3, List.of()), hold(B, B1, 5, List.of(B1)))));

    assertThat(state.phase()).isEqualTo(Phase.PENDING);
    assertThat(state.attempt()).isEqualTo(2);
    assertThat(Objects.requireNonNull(state.setbacks().notBefore())).isEqualTo(NOW.plusSeconds(2));
  }

  @Test
  void shouldWaitLongerEachTimeButNeverForLong() {
    tell(new JobIntent.Submit(spec()));
    for (int i = 0; i < 40; i++) {
      tell(new JobIntent.PackOverdue(state.attempt(), B));
    }
    assertThat(state.attempt()).isEqualTo(41);
    assertThat(Objects.requireNonNull(state.setbacks().notBefore())).isEqualTo(NOW.plusSeconds(64));
  }

  @Test
  void shouldTellEachPartitionItsShareAndTheLeadingOneTheKey() {
    tell(new JobIntent.Submit(spec()));

    var each = Packs.toEach(state, new PartitionIntent.Enqueue(JobOrders.queued(state)));

    assertThat(each).containsOnlyKeys(A, B);
    assertThat(job(Objects.requireNonNull(each.get(A))).submissionKey()).isEqualTo("key");
    assertThat(job(Objects.requireNonNull(each.get(B))).submissionKey()).isNull();
    assertThat(job(Objects.requireNonNull(each.get(B))).resources().components())
        .containsExactly(ResourceRequest.wholeNodes(2));
  }

  /** A partition learns of a hold as of any change: until it has answered to its number. */
  @Test
  void shouldTellThatItIsHeldAsAChange() {
    tell(new JobIntent.Submit(spec()));

    tell(new JobIntent.HoldChanged(true, ADA));
    assertThat(Objects.requireNonNull(JobOrders.queued(state).revision()))
        .satisfies(revision -> assertThat(revision.number()).isEqualTo(1))
        .satisfies(revision -> assertThat(revision.held()).isTrue());
    tell(new JobIntent.HoldChanged(false, ADA));

    assertThat(Objects.requireNonNull(JobOrders.queued(state).revision()))
        .satisfies(revision -> assertThat(revision.number()).isEqualTo(2))
        .satisfies(revision -> assertThat(revision.held()).isFalse());
  }

  @Test
  void shouldLetGoInAllPartitionsWhenItIsCancelled() {
    start();
    tell(new JobIntent.Cancel(ADA, false, 0));
    assertThat(state.phase()).isEqualTo(Phase.COMPLETING);

    var each =
        Packs.toEach(
            state, new PartitionIntent.Release(state.attemptId(), JobStatus.CANCELLED, null, true));

    assertThat(each)
        .containsEntry(
            A, new PartitionIntent.Release(state.attemptId(), JobStatus.CANCELLED, null, true))
        .containsEntry(
            B, new PartitionIntent.Release(state.attemptId(), JobStatus.CANCELLED, null, null));
  }

  private static QueuedJob job(PartitionIntent.OfJob intent) {
    return ((PartitionIntent.Enqueue) intent).job();
  }

  private void start() {
    tell(new JobIntent.Submit(spec()));
    tell(new JobIntent.PackHeld(List.of(hold(A, A1, 3, List.of()), hold(B, B1, 5, List.of()))));
    assertThat(state.phase()).isEqualTo(Phase.LAUNCHING);
  }

  private void tell(JobIntent intent) {
    for (JobEvent event : JobLifecycle.decide(state, intent, NOW).events()) {
      state = state.evolve(event);
    }
  }

  private static PackHold hold(PartitionName name, NodeName node, long term, List<NodeName> lost) {
    return new PackHold(name, 1, share(name, node), term, lost);
  }

  private static JobIntent granted(
      PartitionName name, NodeName node, long term, List<NodeName> lost) {
    return new JobIntent.Granted(1, share(name, node), term, lost, null, 0, null, name);
  }

  /** Two nodes of b, one of a. */
  private static Allocation share(PartitionName name, NodeName node) {
    Slice first = new Slice(node, 1, 0, 1);
    return new Allocation(
        name.equals(A) ? List.of(first) : List.of(first, new Slice(new NodeName("b2"), 1, 0, 1)));
  }

  private static JobSpec spec() {
    return new JobSpec(
        "pack",
        ADA,
        A,
        ResourceRequest.wholeNodes(1)
            .with(
                new Components(List.of(ResourceRequest.wholeNodes(2)), Spread.over(List.of(A, B)))),
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
