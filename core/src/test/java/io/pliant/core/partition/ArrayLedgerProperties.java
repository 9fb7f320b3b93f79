package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Arrays in a ledger through rounds, ends, requeues, cancellations and snapshots in any order. */
final class ArrayLedgerProperties {
  private static final JobId ARRAY = new JobId(10);
  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              new PartitionName("main"), true, "*", "easy", Duration.ofHours(1), null, false, 5));
  private final Map<JobId, Integer> starts = new HashMap<>();
  private Random random = new Random(0);
  private PartitionState state = PartitionState.empty(new PartitionName("main"));

  @Property(tries = 300)
  void shouldStartEachElementOnceAndKnowWhatBecameOfAll(@ForAll long seed) {
    random = new Random(seed);
    state = PartitionState.empty(new PartitionName("main"));
    starts.clear();
    for (int i = 1; i <= 3; i++) {
      state =
          state.evolve(
              new PartitionEvent.NodeRegistered(
                  new NodeName("n" + i), new NodeCapacity(2, 1000), NOW));
    }
    JobArray array =
        JobArray.parse(
            "1-%d:3%s".formatted(1 + random.nextInt(60), random.nextBoolean() ? "%3" : ""));
    int count = array.indices().count();
    decide(new PartitionIntent.Enqueue(job(ARRAY, 1).as(array, null)));
    decide(new PartitionIntent.Enqueue(job(new JobId(9), 1)));
    boolean cancelled = false;

    for (int turn = 0; turn < 400 && !over(); turn++) {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> round();
        case 3, 4 -> endOne(false);
        case 5 -> endOne(true);
        case 6 -> {
          if (random.nextInt(20) == 0) {
            cancelled = true;
            Places some = Places.first(1 + random.nextInt(count));
            decide(
                new PartitionIntent.EndElements(
                    new AttemptId(ARRAY, 1), random.nextBoolean() ? null : some, "ada"));
          }
        }
        default -> state = PartitionSnapshot.of(state).toState();
      }
      check(array, count);
    }
    while (!over()) {
      round();
      endOne(false);
    }

    ArrayBook book = Objects.requireNonNull(state.arrays().get(ARRAY));
    assertThat(book.over()).isTrue();
    assertThat(book.results().count()).isEqualTo(count);
    if (!cancelled) {
      assertThat(starts).hasSize(count);
    }
    decide(new PartitionIntent.Release(new AttemptId(ARRAY, 1), book.results().status()));
    decide(new PartitionIntent.Release(new AttemptId(new JobId(9), 9), JobStatus.CANCELLED));
    assertThat(state.arrays()).isEmpty();
    assertThat(state.loads()).isEqualTo(UserLoads.NONE);
    assertThat(state.queue()).isEmpty();
    assertThat(state.ranks()).isEmpty();
  }

  private boolean over() {
    ArrayBook book = state.arrays().get(ARRAY);
    return book != null && book.over();
  }

  private void round() {
    List<String> names = List.of("fcfs", "easy", "conservative", "elastic");
    SchedulingPolicy policy = Policies.named(names.get(random.nextInt(names.size())));
    ClusterView view = state.view(NOW);
    CheckedPlan plan = SchedulingRound.hold(policy, view, Trigger.PERIODIC).checked();
    PartitionOutcome outcome = decide(new PartitionIntent.StartJobs(plan.starts()));
    for (PartitionEvent event : outcome.events()) {
      if (event instanceof PartitionEvent.NodesAllocated e
          && e.attempt() == 1
          && ArrayRules.bookOf(state, e.job()) != null) {
        starts.merge(e.job(), 1, Integer::sum);
      }
    }
  }

  /** A running job ends, or is to run again. */
  private void endOne(boolean again) {
    List<Grant> running = new ArrayList<>(state.grants().values());
    if (running.isEmpty()) {
      return;
    }
    Grant grant = running.get(random.nextInt(running.size()));
    JobId job = grant.job().job();
    ArrayBook book = ArrayRules.bookOf(state, job);
    if (again && grant.attempt() < 3) {
      decide(
          new PartitionIntent.Enqueue(
              job(job, grant.attempt() + 1).as(null, grant.job().element())));
      return;
    }
    boolean doomed = book != null && book.endedBy(job) != null;
    JobStatus end =
        doomed
            ? JobStatus.CANCELLED
            : random.nextInt(4) == 0 ? JobStatus.FAILED : JobStatus.COMPLETED;
    PartitionIntent.Release release =
        new PartitionIntent.Release(
            grant.job().attemptId(),
            end,
            end == JobStatus.FAILED ? new ExitStatus(3, 0) : null,
            null);
    decide(release);
    decide(release);
  }

  private void check(JobArray array, int count) {
    assertThat(starts.values()).allMatch(times -> times == 1);
    ArrayBook book = Objects.requireNonNull(state.arrays().get(ARRAY));
    assertThat(book.pending().among(book.out())).isEqualTo(Places.NONE);
    assertThat(book.pending().count() + book.out().count() + book.results().count())
        .isEqualTo(count);
    TreeSet<JobId> out = new TreeSet<>();
    state.grants().keySet().stream()
        .filter(job -> array.placeOf(ARRAY, job) >= 0)
        .forEach(out::add);
    state.ranks().keySet().stream().filter(job -> array.placeOf(ARRAY, job) >= 0).forEach(out::add);
    assertThat(out)
        .containsExactlyElementsOf(
            book.out().lowest(count).stream().map(place -> JobArray.job(ARRAY, place)).toList());
    Integer most = array.mostAtOnce();
    if (most != null) {
      assertThat(book.out().count()).isLessThanOrEqualTo(most);
    }
    assertThat(state.ranks().containsKey(ARRAY)).isEqualTo(!book.pending().isEmpty());
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);
    assertThat(state.queue().keySet()).containsAll(state.ranks().values());
    assertThat(state.queue()).hasSameSizeAs(state.ranks());
  }

  private PartitionOutcome decide(PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, NOW);
    for (PartitionEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    return outcome;
  }

  private static QueuedJob job(JobId job, int attempt) {
    return new QueuedJob(
        job,
        attempt,
        "j",
        "ada",
        new ResourceRequest(1, 1, 1, 1, 0, false),
        Duration.ofHours(1),
        false,
        null,
        NOW,
        null);
  }
}
