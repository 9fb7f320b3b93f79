package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Decision;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Readers of a queue that changes between their pages: what they are told, and at what cost. */
class QueueReadingProperties {
  private static final int NODES = 6;
  private static final Duration DAY = Duration.ofDays(1);
  private static final PriorityRule WIDE_FIRST =
      PriorityRule.of(new PriorityWeights(0.3, 1, 0, 0, 0.5, 0), DAY, DAY);

  private Random random = new Random(0);
  private PriorityRule rule = WIDE_FIRST;
  private PartitionState state = PartitionState.empty(new PartitionName("main"));
  private QueueReading reading = QueueReading.NONE;
  private Instant now = Instant.EPOCH;
  private long next;
  private long firstPages;

  /** One who reads to the end, page by page. */
  private final class Reader {
    private final QueueFilter filter =
        random.nextBoolean() ? QueueFilter.ALL : new QueueFilter("ada", List.of());
    private final List<JobId> told = new ArrayList<>();
    private final Set<JobId> ever = new TreeSet<>();
    private Set<JobId> throughout = new TreeSet<>();
    private @Nullable QueueCursor cursor;

    private boolean readsOn() {
      if (cursor == null) {
        firstPages++;
        throughout = wanted();
      }
      see();
      reading = reading.reading(state, rule, cursor, now);
      QueueSnapshot snapshot = reading.snapshot();
      JobId after = cursor == null ? null : cursor.after();
      int size = 1 + random.nextInt(4);
      List<JobId> page =
          snapshot.after(after, filter).limit(size).map(line -> line.job().job()).toList();
      told.addAll(page);
      if (page.size() < size) {
        return false;
      }
      cursor = new QueueCursor(snapshot.version(), page.getLast());
      return true;
    }

    private void see() {
      ever.addAll(wanted());
      throughout.retainAll(wanted());
    }

    private Set<JobId> wanted() {
      Set<JobId> jobs = new TreeSet<>();
      state.grants().values().forEach(grant -> add(jobs, grant.job()));
      state.queue().values().forEach(job -> add(jobs, job));
      return jobs;
    }

    private void add(Set<JobId> jobs, QueuedJob job) {
      if (filter.takes(job, JobStatus.RUNNING)) {
        jobs.add(job.job());
      }
    }
  }

  @Property(tries = 300)
  void shouldTellEachJobThatStaysOnceAndNoneTwice(@ForAll long seed) {
    random = new Random(seed);
    rule = random.nextBoolean() ? WIDE_FIRST : PriorityRule.SUBMISSION;
    state = PartitionState.empty(new PartitionName("main"));
    reading = QueueReading.NONE;
    next = 1;
    firstPages = 0;
    for (int node = 0; node < NODES; node++) {
      tell(new PartitionIntent.NodeSeen(node(node), new NodeCapacity(4, 1000), List.of()));
    }
    for (int i = 0; i < 25; i++) {
      change();
    }
    List<Reader> readers = new ArrayList<>();
    for (int turn = 0; turn < 60; turn++) {
      if (readers.size() < 3) {
        readers.add(new Reader());
      }
      Reader reader = readers.get(random.nextInt(readers.size()));
      if (!reader.readsOn()) {
        readers.remove(reader);
        assertThat(reader.told).doesNotHaveDuplicates().containsAll(reader.throughout);
        assertThat(reader.ever).containsAll(reader.told);
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        change();
        readers.forEach(Reader::see);
      }
      now = now.plusMillis(random.nextInt(400));
      reading = reading.unlessIdle(now);
    }
    assertThat(reading.rankings()).isLessThanOrEqualTo(firstPages);
  }

  private void change() {
    switch (random.nextInt(6)) {
      case 0, 1, 2 -> enqueue(new JobId(next++), 1);
      case 3 -> start();
      case 4 -> endAny();
      default -> requeueAny();
    }
  }

  private void enqueue(JobId job, int attempt) {
    tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                job,
                attempt,
                "job",
                job.value() % 2 == 0 ? "ada" : "bob",
                ResourceRequest.wholeNodes(1 + (int) (job.value() % 3)),
                Duration.ofHours(1),
                false,
                null,
                now,
                null)));
  }

  private void start() {
    Set<NodeName> busy = new HashSet<>();
    state.grants().values().forEach(grant -> busy.addAll(grant.allocation().nodes()));
    for (int node = 0; node < NODES; node++) {
      if (!busy.contains(node(node)) && !state.queue().isEmpty()) {
        List<QueuedJob> waiting = new ArrayList<>(state.queue().values());
        QueuedJob job = waiting.get(random.nextInt(waiting.size()));
        Slice slice = new Slice(node(node), 4, 1000, 1);
        tell(
            new PartitionIntent.StartJobs(
                List.of(new Decision.Start(job.job(), new Allocation(List.of(slice))))));
        return;
      }
    }
  }

  private void endAny() {
    List<QueuedJob> jobs = new ArrayList<>(state.queue().values());
    state.grants().values().forEach(grant -> jobs.add(grant.job()));
    if (!jobs.isEmpty()) {
      QueuedJob job = jobs.get(random.nextInt(jobs.size()));
      tell(new PartitionIntent.Release(job.attemptId(), JobStatus.COMPLETED));
    }
  }

  private void requeueAny() {
    List<Grant> grants = new ArrayList<>(state.grants().values());
    if (!grants.isEmpty()) {
      Grant grant = grants.get(random.nextInt(grants.size()));
      enqueue(grant.job().job(), grant.attempt() + 1);
    }
  }

  private void tell(PartitionIntent intent) {
    PartitionSettings settings =
        new PartitionSettings(
            new PartitionName("main"),
            true,
            "*",
            "easy",
            DAY,
            null,
            false,
            5,
            rule,
            null,
            LedgerLimits.USUAL,
            FaultRules.USUAL);
    for (PartitionEvent event :
        new PartitionLifecycle(settings).decide(state, intent, now).events()) {
      state = state.evolve(event);
    }
  }

  private static NodeName node(int number) {
    return new NodeName("n" + number);
  }
}
