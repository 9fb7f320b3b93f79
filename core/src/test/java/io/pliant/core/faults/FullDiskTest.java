package io.pliant.core.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobState;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.policy.Policies;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One node of three cannot start anything. */
class FullDiskTest {
  private static final int JOBS = 60;

  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", "conservative"})
  void shouldRunAllJobsElsewhereAndOpenTheNodeWhenItIsWell(String policy) {
    // given
    FaultyCluster cluster = new FaultyCluster(1, 3, 0, Policies.named(policy));
    FakeNode full = cluster.nodes().getFirst();
    full.broken = true;
    for (int i = 0; i < JOBS; i++) {
      cluster.submit(RandomSpecs.small(new PartitionName("main")));
    }

    // when: some of them are started there before its probe tells
    cluster.schedule();

    // then
    assertThat(cluster.rest()).as(cluster::describe).isTrue();
    assertThat(cluster.allJobs())
        .hasSize(JOBS)
        .extracting(JobState::status)
        .containsOnly(JobStatus.COMPLETED);
    assertThat(full.starts()).isEmpty();
    assertThat(cluster.ledger().stream().filter(n -> n.name().equals(full.name)))
        .hasSize(1)
        .allMatch(node -> !node.available() && node.reason().contains("disk full"));
    assertThat(cluster.partitionJournal())
        .filteredOn(PartitionEvent.NodeFaulted.class::isInstance)
        .as("attempts that it cost")
        .isNotEmpty()
        .hasSizeLessThan(10);

    assertThat(cluster.settle()).isTrue();
    assertThat(cluster.ledger()).allMatch(node -> node.available());
  }
}
