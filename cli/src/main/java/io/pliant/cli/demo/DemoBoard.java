package io.pliant.cli.demo;

import io.pliant.api.HistoryEntry;
import io.pliant.api.NodeEntry;
import io.pliant.api.QueueEntry;
import io.pliant.core.id.ExitStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the demonstration, shared by the one who acts, the one who asks and the one who
 * draws.
 */
final class DemoBoard {
  private final Instant start;
  private final Map<Long, JobProgress> jobs = new TreeMap<>();
  private final List<String> log = new ArrayList<>();
  private List<NodeEntry> nodes = List.of();
  private final Map<String, String> hosts = new TreeMap<>();
  private SizeTimeline sizes = SizeTimeline.NOTHING;
  private String killed = "";
  private @Nullable Instant killedAt;
  private @Nullable Instant recoveredAt;

  DemoBoard(Instant start) {
    this.start = start;
  }

  synchronized void submitted(JobProgress job) {
    jobs.put(job.id(), job);
  }

  /** Takes in a job that waits or runs; tells what is new in the log. */
  synchronized void update(QueueEntry entry) {
    JobProgress before = jobs.get(entry.job().value());
    if (before != null && !before.over()) {
      update(
          new JobProgress(
              before.job(),
              before.id(),
              entry.name(),
              entry.status(),
              orElse(entry.nodeList(), before.nodeList()),
              before.submittedAt(),
              orElse(entry.startedAt(), before.startedAt()),
              null,
              null),
          before);
    }
  }

  /** Takes in what accounting has of a job; tells what is new in the log. */
  synchronized void update(HistoryEntry entry) {
    JobProgress before = jobs.get(entry.job().value());
    if (before != null && !before.over()) {
      update(
          new JobProgress(
              before.job(),
              before.id(),
              entry.name(),
              entry.status(),
              orElse(entry.nodeList(), before.nodeList()),
              before.submittedAt(),
              orElse(entry.startedAt(), before.startedAt()),
              entry.endedAt(),
              entry.status().terminal() ? orElse(entry.exit(), ExitStatus.SUCCESS) : null),
          before);
    }
  }

  private static <T extends @Nullable Object> T orElse(@Nullable T value, T before) {
    return value == null ? before : value;
  }

  private void update(JobProgress now, JobProgress before) {
    jobs.put(before.id(), now);
    tell(before, now);
  }

  synchronized void nodes(List<NodeEntry> found) {
    nodes = List.copyOf(found);
  }

  /** The controller that hosts a partition answered. */
  synchronized void host(String partition, String name) {
    hosts.put(partition, name);
    if (!killed.isEmpty() && recoveredAt == null && !hosts.containsValue(killed)) {
      recoveredAt = Instant.now();
      note("others have taken over from " + killed + ": " + hosts);
    }
  }

  /** What the malleable job's size history says by now. */
  synchronized void sizes(JobProgress job, SizeTimeline now) {
    for (int i = Math.max(1, sizes.points().size()); i < now.points().size(); i++) {
      note(
          "job %d %s now computes on %d nodes, after %d"
              .formatted(
                  job.id(),
                  job.name(),
                  now.points().get(i).nodes(),
                  now.points().get(i - 1).nodes()));
    }
    sizes = now;
  }

  /** Sizes of the malleable job. */
  synchronized SizeTimeline sizes() {
    return sizes;
  }

  synchronized void killed(String controller) {
    killed = controller;
    killedAt = Instant.now();
  }

  synchronized void note(String text) {
    log.add("[%5.1f s] %s".formatted(seconds(Instant.now()), text));
  }

  /** Seconds since the start. */
  double seconds(Instant at) {
    return Duration.between(start, at).toMillis() / 1000.0;
  }

  /** The time so many seconds after the start. */
  Instant at(double seconds) {
    return start.plusMillis((long) (seconds * 1000));
  }

  /** Jobs in the order of submission. */
  synchronized List<JobProgress> jobs() {
    return jobs.values().stream()
        .sorted((a, b) -> a.submittedAt().compareTo(b.submittedAt()))
        .toList();
  }

  synchronized List<String> logFrom(int index) {
    return List.copyOf(log.subList(Math.min(index, log.size()), log.size()));
  }

  synchronized List<NodeEntry> nodes() {
    return nodes;
  }

  /** The controller that hosts the partition of the jobs of fixed size, or empty. */
  synchronized String host() {
    return hosts.getOrDefault("main", "");
  }

  /** The partitions that a controller hosts. */
  synchronized List<String> hostedBy(String controller) {
    return hosts.keySet().stream().filter(p -> controller.equals(hosts.get(p))).toList();
  }

  synchronized String killed() {
    return killed;
  }

  /** How long the partition did not answer, so far; null before the kill. */
  synchronized @Nullable Duration outage() {
    if (killedAt == null) {
      return null;
    }
    return Duration.between(killedAt, recoveredAt == null ? Instant.now() : recoveredAt);
  }

  synchronized boolean recovered() {
    return recoveredAt != null;
  }

  private void tell(JobProgress before, JobProgress now) {
    if (before.startedAt() == null && now.startedAt() != null) {
      note("job %d %s started on %s".formatted(now.id(), now.name(), now.nodeList()));
    }
    if (!before.over() && now.over()) {
      note(
          "job %d %s ended: %s, exit code %s"
              .formatted(now.id(), now.name(), now.status(), now.exit()));
    }
  }
}
