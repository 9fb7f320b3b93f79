package io.pliant.core.accounting;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A made-up but consistent past of a small cluster, and its own books: what was idle, summed up
 * from the nodes' side, knowing nothing of accounts.
 */
final class RandomHistory {
  static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final int CPUS = 8;

  final List<JobEvent> events = new ArrayList<>();
  final int nodes;
  Instant now = BEGIN;
  long idleCpuMicros;
  long idleNodeMicros;
  private final Random random;
  private final boolean wholeNodes;
  private final int[] free;
  private final TreeMap<Long, Integer> waiting = new TreeMap<>();
  private final TreeMap<Long, Held> running = new TreeMap<>();
  private long nextJob = 1;

  private record Held(int attempt, Allocation allocation) {}

  private RandomHistory(long seed, boolean wholeNodes) {
    this.random = new Random(seed);
    this.wholeNodes = wholeNodes;
    this.nodes = 1 + random.nextInt(5);
    this.free = new int[nodes];
    java.util.Arrays.fill(free, CPUS);
  }

  static RandomHistory of(long seed, int changes, boolean wholeNodes) {
    RandomHistory history = new RandomHistory(seed, wholeNodes);
    for (int i = 0; i < changes; i++) {
      history.pass(Duration.ofNanos(1_000L * history.random.nextInt(5_000_000)));
      history.change();
    }
    history.pass(Duration.ofSeconds(1));
    return history;
  }

  long capacityCpuMicros() {
    return capacityNodeMicros() * CPUS;
  }

  long capacityNodeMicros() {
    return nodes * (Duration.between(BEGIN, now).toNanos() / 1_000);
  }

  private void pass(Duration time) {
    long micros = time.toNanos() / 1_000;
    for (int cpus : free) {
      idleCpuMicros += cpus * micros;
      idleNodeMicros += cpus == CPUS ? micros : 0;
    }
    now = now.plus(time);
  }

  private void change() {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> submit();
      case 3, 4, 5 -> start();
      case 6 -> end();
      default -> requeueOrCancel();
    }
  }

  private void submit() {
    JobId job = new JobId(nextJob++);
    events.add(new JobEvent.JobSubmitted(job, spec(), now));
    waiting.put(job.value(), 1);
  }

  private void start() {
    Map.Entry<Long, Integer> first = waiting.firstEntry();
    List<Slice> slices = new ArrayList<>();
    for (int n = 0; n < nodes; n++) {
      int cpus = wholeNodes ? CPUS : 1 + random.nextInt(CPUS);
      if (free[n] >= cpus && random.nextBoolean()) {
        slices.add(new Slice(new NodeName("n" + n), cpus, 0, 1));
      }
    }
    if (first == null || slices.isEmpty()) {
      return;
    }
    slices.forEach(s -> free[index(s)] -= s.cpus());
    waiting.remove(first.getKey());
    Held held = new Held(first.getValue(), new Allocation(slices));
    running.put(first.getKey(), held);
    JobId job = new JobId(first.getKey());
    events.add(new JobEvent.JobAllocated(job, held.attempt(), held.allocation(), 1, now));
    events.add(new JobEvent.JobStarted(job, held.attempt(), now));
  }

  private void end() {
    Map.Entry<Long, Held> first = running.pollFirstEntry();
    if (first != null) {
      freed(first.getValue());
      JobId job = new JobId(first.getKey());
      int attempt = first.getValue().attempt();
      events.add(
          new JobEvent.JobCompleting(
              job, attempt, JobStatus.COMPLETED, ExitStatus.SUCCESS, "", now));
      events.add(
          new JobEvent.JobEnded(
              job, attempt, JobStatus.COMPLETED, ExitStatus.SUCCESS, "", now, now));
    }
  }

  private void requeueOrCancel() {
    Map.Entry<Long, Held> last = running.pollLastEntry();
    if (last != null) {
      freed(last.getValue());
      int next = last.getValue().attempt() + 1;
      waiting.put(last.getKey(), next);
      events.add(new JobEvent.JobRequeued(new JobId(last.getKey()), next, "node lost", now));
      return;
    }
    Map.Entry<Long, Integer> waits = waiting.pollLastEntry();
    if (waits != null) {
      events.add(
          new JobEvent.JobEnded(
              new JobId(waits.getKey()),
              waits.getValue(),
              JobStatus.CANCELLED,
              ExitStatus.SUCCESS,
              "cancelled",
              null,
              now));
    }
  }

  private void freed(Held held) {
    held.allocation().slices().forEach(s -> free[index(s)] += s.cpus());
  }

  private static int index(Slice slice) {
    return Integer.parseInt(slice.node().value().substring(1));
  }

  private static JobSpec spec() {
    return new JobSpec(
        "job",
        new Submitter("alice", 1000, 1000),
        new PartitionName("batch"),
        ResourceRequest.single(),
        null,
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        true,
        false,
        null,
        "",
        null);
  }
}
