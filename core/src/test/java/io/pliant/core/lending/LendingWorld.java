package io.pliant.core.lending;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.LeaseMessage;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.pool.PoolSettings;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A pool with the real rules of ledgers, rounds and leases. Words are lost, doubled and late, and
 * partitions forget all but their ledgers at any time. Jobs run on what their home's ledger grants.
 */
final class LendingWorld {
  static final int NODES = 4;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final NodeCapacity FOUR_CPUS = new NodeCapacity(4, 8_000);

  final TreeMap<PartitionName, LendingPartition> partitions = new TreeMap<>();
  final TreeMap<JobId, Instant> started = new TreeMap<>();
  final TreeMap<JobId, Instant> submitted = new TreeMap<>();
  private final PriorityQueue<Due> dues =
      new PriorityQueue<>(Comparator.comparing(Due::at).thenComparingLong(Due::number));
  final GrowingPrograms programs = new GrowingPrograms(this);
  private final Random random;
  private final TreeMap<JobId, Duration> runs = new TreeMap<>();
  private Instant now = BEGIN;
  private long number;
  private double trouble;
  private boolean quick;
  long words;
  long writes;
  long leases;
  long deaths;

  private record Due(Instant at, long number, Runnable what) {}

  LendingWorld(long seed, int size) {
    this(seed, size, NODES);
  }

  LendingWorld(long seed, int size, int nodes) {
    random = new Random(seed);
    List<PartitionName> names = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      names.add(new PartitionName("p" + i));
    }
    PoolSettings pool = new PoolSettings("all", names);
    for (PartitionName name : names) {
      PartitionSettings settings =
          new PartitionSettings(name, false, "*", "easy", Duration.ofHours(1), null, false, 30)
              .in(pool);
      LendingPartition partition = new LendingPartition(this, settings);
      partitions.put(name, partition);
      partition.begin();
      for (int i = 0; i < nodes; i++) {
        partition.decide(
            new PartitionIntent.NodeSeen(new NodeName(name + "n" + i), FOUR_CPUS, List.of(), null));
      }
      second(partition);
    }
  }

  private void second(LendingPartition partition) {
    after(
        Duration.ofSeconds(1),
        () -> {
          partition.second();
          second(partition);
        });
  }

  Instant now() {
    return now;
  }

  Random random() {
    return random;
  }

  /** From now on words are lost, doubled and late, and partitions die, as often as this. */
  void trouble(double share) {
    trouble = share;
  }

  /** Words take a millisecond from now on, as in one process. */
  void inOneProcess() {
    quick = true;
  }

  void after(Duration wait, Runnable what) {
    dues.add(new Due(now.plus(wait), number++, what));
  }

  void say(PoolWord.Addressed addressed) {
    words++;
    leases +=
        addressed.word() instanceof PoolWord.OfLease about
                && about.message() instanceof LeaseMessage.Lent
            ? 1
            : 0;
    int copies = random.nextDouble() < trouble ? random.nextInt(3) : 1;
    for (int i = 0; i < copies; i++) {
      long late =
          random.nextDouble() < trouble ? random.nextInt(8_000) : quick ? 1 : 2 + random.nextInt(5);
      after(Duration.ofMillis(late), () -> partition(addressed.to()).hear(addressed.word()));
    }
  }

  LendingPartition partition(PartitionName name) {
    LendingPartition known = partitions.get(name);
    if (known == null) {
      throw new IllegalStateException("Expected partition " + name + " to be there.");
    }
    return known;
  }

  /** A job of so many nodes, handed in at its home. */
  JobId submit(PartitionName home, int nodes, Duration run) {
    return submit(home, nodes, run, run.plusSeconds(1));
  }

  /** The same with a limit of its own. */
  JobId submit(PartitionName home, int nodes, Duration run, Duration limit) {
    return submit(home, nodes, run, limit, null);
  }

  /** The same of a job that may have other sizes, too. */
  JobId submit(PartitionName home, int nodes, Duration run, @Nullable Malleability malleable) {
    return submit(home, nodes, run, run.plusSeconds(1), malleable);
  }

  private JobId submit(
      PartitionName home,
      int nodes,
      Duration run,
      Duration limit,
      @Nullable Malleability malleable) {
    JobId job = new JobId(runs.size() + 1L);
    runs.put(job, run);
    submitted.put(job, now);
    enqueue(home, queued(job, nodes, limit, malleable, now));
    return job;
  }

  static QueuedJob queued(
      JobId job, int nodes, Duration limit, @Nullable Malleability malleable, Instant now) {
    return new QueuedJob(
        job,
        1,
        "job",
        "ada",
        ResourceRequest.wholeNodes(nodes),
        limit,
        false,
        null,
        now,
        null,
        malleable,
        null,
        null);
  }

  /** A home that has heard of few nodes only may refuse for a while. */
  private void enqueue(PartitionName home, QueuedJob job) {
    PartitionReply reply = partition(home).decide(new PartitionIntent.Enqueue(job));
    if (!(reply instanceof PartitionReply.Queued)) {
      if (trouble == 0) {
        throw new IllegalStateException(
            "Expected job %s to queue, but: %s".formatted(job.job(), reply));
      }
      after(Duration.ofSeconds(1), () -> enqueue(home, job));
    }
  }

  /** A ledger granted nodes: the job runs on them, once, and lets go of them. */
  void granted(PartitionName home, PartitionEvent.NodesAllocated event) {

    if (started.put(event.job(), now) != null) {
      throw new IllegalStateException("Job " + event.job() + " started twice.");
    }
    after(runs.getOrDefault(event.job(), Duration.ZERO), () -> end(home, event));
  }

  private void end(PartitionName home, PartitionEvent.NodesAllocated event) {
    partition(home)
        .decide(
            new PartitionIntent.Release(
                new AttemptId(event.job(), event.attempt()), JobStatus.COMPLETED));
  }

  /** Lets the world go on; each step is checked. */
  void run(Duration time) {
    Instant end = now.plus(time);
    while (true) {
      Due next = dues.peek();
      if (next == null || next.at().isAfter(end)) {
        break;
      }
      dues.remove();
      now = next.at();
      next.what().run();
      if (trouble > 0 && random.nextDouble() < trouble / 20) {
        List<LendingPartition> all = List.copyOf(partitions.values());
        all.get(random.nextInt(all.size())).die();
        deaths++;
      }
      check();
    }
    now = end;
  }

  /** Each node is one job's at most, and each job's nodes are what their ledgers say. */
  private void check() {
    TreeMap<NodeName, JobId> used = new TreeMap<>();
    for (LendingPartition partition : partitions.values()) {
      for (Grant grant : partition.state().grants().values()) {
        for (Slice slice : grant.occupied()) {
          NodeName node = slice.node();
          JobId other = used.put(node, grant.job().job());
          if (other != null) {
            throw new IllegalStateException(
                "Node %s is of job %s and of job %s.".formatted(node, other, grant.job().job()));
          }
          if (grant.isLent(node) && !lent(node, grant.job().attemptId())) {
            throw new IllegalStateException(
                "Job %s runs on node %s, which is not lent to it."
                    .formatted(grant.job().job(), node));
          }
        }
      }
    }
  }

  private boolean lent(NodeName node, AttemptId tenant) {
    return partitions.values().stream()
        .anyMatch(partition -> partition.state().leases().holds(node, tenant));
  }

  /** Nothing is lost or dies any more: it goes on until all is over, half an hour at most. */
  void settle() {
    trouble(0);
    for (int i = 0; left() != null && i < 60; i++) {
      run(Duration.ofSeconds(30));
    }
  }

  /** What is still out or waiting, or null when all is home and over. */
  @Nullable String left() {
    for (LendingPartition partition : partitions.values()) {
      PartitionState state = partition.state();
      boolean idle =
          state.nodes().values().stream().allMatch(n -> n.jobs() == 0 && n.usedCpus() == 0);
      if (!idle
          || !state.grants().isEmpty()
          || !state.queue().isEmpty()
          || !state.leases().lent().isEmpty()
          || !state.leases().slices().isEmpty()
          || !state.leases().borrower().borrowed().isEmpty()) {
        return "%s: queue %s, grants %s, leases %s, nodes %s"
            .formatted(
                state.name(),
                state.queue().keySet(),
                state.grants().keySet(),
                state.leases(),
                state.nodes().values());
      }
    }
    return null;
  }
}
