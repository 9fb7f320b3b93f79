package io.pliant.core.energy;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.job.ExitStatus;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobStatus;
import io.pliant.core.partition.Allocation;
import io.pliant.core.partition.Sizes;
import io.pliant.core.partition.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A made-up past of a small cluster of whole nodes: jobs start, change size and end; meters count,
 * with gaps. It keeps its own book of who had which node when, from the nodes' side.
 */
final class RandomResizes {
  final TreeMap<JobId, List<JobEvent>> events = new TreeMap<>();
  final List<EnergySpan> spans = new ArrayList<>();
  final List<Had> book = new ArrayList<>();
  final long end;
  private final Random random;
  private final @Nullable JobId[] holder;
  private final long[] since;
  private final TreeMap<JobId, List<Integer>> running = new TreeMap<>();
  private long now;
  private long nextJob = 1;

  /** The book: nobody when {@code job} is null. */
  record Had(NodeName node, @Nullable JobId job, long from, long to) {}

  RandomResizes(long seed) {
    this.random = new Random(seed);
    int nodes = 1 + random.nextInt(5);
    this.holder = new JobId[nodes];
    this.since = new long[nodes];
    for (int change = 0; change < 40; change++) {
      now += random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(900_000);
      switch (random.nextInt(4)) {
        case 0 -> start();
        case 1, 2 -> resize();
        default -> end();
      }
    }
    now += 1;
    this.end = now;
    for (int node = 0; node < nodes; node++) {
      pass(node, null);
      meter(node);
    }
  }

  private static NodeName name(int node) {
    return new NodeName("n" + node);
  }

  private static Instant at(long micros) {
    return Instant.EPOCH.plusNanos(micros * 1_000);
  }

  private void pass(int node, @Nullable JobId next) {
    book.add(new Had(name(node), holder[node], since[node], now));
    holder[node] = next;
    since[node] = now;
  }

  private List<Integer> free() {
    List<Integer> free = new ArrayList<>();
    for (int node = 0; node < holder.length; node++) {
      if (holder[node] == null) {
        free.add(node);
      }
    }
    return free;
  }

  private static Allocation allocation(List<Integer> nodes) {
    return new Allocation(nodes.stream().map(n -> new Slice(name(n), 4, 0, 1)).toList());
  }

  private void start() {
    List<Integer> free = free();
    if (free.isEmpty()) {
      return;
    }
    List<Integer> mine = new ArrayList<>(free.subList(0, 1 + random.nextInt(free.size())));
    JobId job = new JobId(nextJob++);
    mine.forEach(node -> pass(node, job));
    running.put(job, mine);
    events.put(
        job,
        new ArrayList<>(List.of(new JobEvent.JobAllocated(job, 1, allocation(mine), 1, at(now)))));
  }

  private void resize() {
    if (running.isEmpty()) {
      return;
    }
    List<JobId> jobs = new ArrayList<>(running.keySet());
    JobId job = jobs.get(random.nextInt(jobs.size()));
    List<Integer> mine = running.getOrDefault(job, List.of());
    List<Integer> free = free();
    if (random.nextBoolean() && !free.isEmpty()) {
      int node = free.getFirst();
      pass(node, job);
      mine.add(node);
    } else if (mine.size() > 1) {
      pass(mine.removeLast(), null);
    }
    add(job, new JobEvent.JobResized(job, 1, allocation(mine), Sizes.UNCHANGED, 1, at(now)));
  }

  private void end() {
    if (running.isEmpty()) {
      return;
    }
    JobId job = running.firstKey();
    running.remove(job);
    for (int node = 0; node < holder.length; node++) {
      if (job.equals(holder[node])) {
        pass(node, null);
      }
    }
    add(
        job,
        new JobEvent.JobEnded(job, 1, JobStatus.COMPLETED, ExitStatus.SUCCESS, "", null, at(now)));
  }

  private void add(JobId job, JobEvent event) {
    events.computeIfAbsent(job, _ -> new ArrayList<>()).add(event);
  }

  private void meter(int node) {
    long from = random.nextInt(1000);
    while (from < end) {
      long to = from + 1 + random.nextInt(500_000);
      if (random.nextInt(5) > 0) {
        spans.add(
            new EnergySpan(
                name(node),
                from,
                to,
                random.nextBoolean() ? random.nextInt(1_000_000_000) : random.nextInt(7),
                random.nextInt(10) == 0));
      }
      from = to;
    }
  }

  List<Holding<JobInterval>> holdings() {
    List<Holding<JobInterval>> all = new ArrayList<>();
    events.values().forEach(each -> all.addAll(SizeHistory.of(each, at(end))));
    return all;
  }
}
