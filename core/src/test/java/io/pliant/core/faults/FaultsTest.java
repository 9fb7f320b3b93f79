package io.pliant.core.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.dependency.Dependency;
import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobState;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.policy.Policies;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;

/**
 * Invariants of the design, for whatever order, loss, repetition and crash a seed comes up with.
 */
class FaultsTest {
  private static final int STEPS = 400;

  @Property(tries = 400)
  void shouldEndEveryAcknowledgedJobOnceAndLeaveNothingBehind(
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed,
      @ForAll @IntRange(min = 1, max = 5) int nodes,
      @ForAll boolean easy) {
    // given
    FaultyCluster cluster = cluster(seed, nodes, easy);

    // when
    for (int i = 0; i < STEPS; i++) {
      cluster.step();
    }
    boolean rested = cluster.settle();

    // then
    assertThat(rested).as(() -> "seed " + seed + ": " + cluster.describe()).isTrue();
    for (JobId id : cluster.acknowledged) {
      assertThat(cluster.job(id).status().terminal()).as("job %s over", id).isTrue();
      assertThat(cluster.journal(id).stream().filter(JobEvent.JobEnded.class::isInstance))
          .as("ends of job %s", id)
          .hasSize(1);
    }
    cluster.allJobs().forEach(job -> expectWaited(cluster, job));
    for (FakeNode node : cluster.nodes()) {
      assertThat(node.starts().values()).allMatch(count -> count == 1);
    }
    assertThat(cluster.ledger())
        .allMatch(n -> n.usedCpus() == 0 && n.usedMemoryMb() == 0 && n.jobs() == 0);
  }

  @Property(tries = 200)
  void shouldRebuildTheSameStatesFromTheJournals(
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed,
      @ForAll @IntRange(min = 1, max = 4) int nodes) {
    // given
    FaultyCluster cluster = cluster(seed, nodes, true);
    for (int i = 0; i < STEPS; i++) {
      cluster.step();
    }

    // when
    PartitionState rebuilt = PartitionState.empty(cluster.partition().name());
    for (PartitionEvent event : cluster.partitionJournal()) {
      rebuilt = rebuilt.evolve(event);
    }

    // then
    assertThat(rebuilt).isEqualTo(cluster.partition());
    assertThat(PartitionSnapshot.of(rebuilt).toState()).isEqualTo(cluster.partition());
    for (JobId id : cluster.acknowledged) {
      JobState job = JobState.unknown(id);
      for (JobEvent event : cluster.journal(id)) {
        job = job.evolve(event);
      }
      assertThat(job).isEqualTo(cluster.job(id));
    }
  }

  @Property(tries = 200)
  void shouldNeverGiveMoreOfANodeThanItHas(
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed,
      @ForAll @IntRange(min = 1, max = 4) int nodes) {
    // given
    FaultyCluster cluster = cluster(seed, nodes, true);

    // when, then
    for (int i = 0; i < STEPS; i++) {
      cluster.step();
      assertThat(cluster.ledger())
          .allMatch(n ->
              n.usedCpus() >= 0
                  && n.usedCpus() <= n.capacity().cpus()
                  && n.usedMemoryMb() >= 0
                  && n.usedMemoryMb() <= n.capacity().memoryMb());
    }
  }

  /** A job that got nodes had what it waited for. */
  private static void expectWaited(FaultyCluster cluster, JobState job) {
    DependencyBook book = job.dependency();
    Instant granted = firstGrant(cluster, job.job());
    if (book == null || granted == null) {
      return;
    }
    Predicate<Dependency.Term> had =
        term -> {
          JobState target = cluster.job(term.job());
          Instant ended = Objects.requireNonNull(target.endedAt());
          boolean ok = target.status() == JobStatus.COMPLETED;
          Instant started = firstGrant(cluster, term.job());
          return switch (term.type()) {
            case AFTER -> !granted.isBefore(started == null ? ended : started);
            case AFTER_ANY -> !granted.isBefore(ended);
            case AFTER_OK, AFTER_CORR -> ok && !granted.isBefore(ended);
            case AFTER_NOT_OK -> !ok && !granted.isBefore(ended);
          };
        };
    List<Dependency.Term> terms = book.asked().terms();
    assertThat(book.asked().any() ? terms.stream().anyMatch(had) : terms.stream().allMatch(had))
        .as("job %s after %s", job.job(), book.asked().text())
        .isTrue();
  }

  private static @Nullable Instant firstGrant(FaultyCluster cluster, JobId job) {
    return cluster.journal(job).stream()
        .filter(JobEvent.JobAllocated.class::isInstance)
        .map(JobEvent::at)
        .findFirst()
        .orElse(null);
  }

  private static FaultyCluster cluster(long seed, int nodes, boolean easy) {
    return new FaultyCluster(seed, nodes, 0.3, Policies.named(easy ? "easy" : "fcfs"));
  }
}
