package io.pliant.runtime.controller.metrics;

import io.pliant.api.ControllerStatus;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PoolEntry;
import io.pliant.api.PowerStatus;
import io.pliant.api.SchedulingCounts;
import io.pliant.core.power.Corridor;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Partitions, the corridor and members. Each partition is told by the controller that hosts it, the
 * corridor by its own, so that the sum over all controllers counts nothing twice.
 */
final class ClusterFamilies {
  private static final String PARTITION = "partition";

  private ClusterFamilies() {}

  static List<MetricSnapshot> of(Readings readings) {
    List<PartitionEntry> hosted =
        readings.partitions().stream()
            .filter(entry -> entry.host().equals(readings.controller()))
            .toList();
    List<MetricSnapshot> all = new ArrayList<>(controller(readings));
    all.addAll(queues(hosted));
    all.addAll(counts(hosted));
    all.addAll(slurm(hosted));
    PowerStatus power = readings.power();
    if (power != null && power.host().equals(readings.controller())) {
      all.addAll(power(power));
    }
    return all;
  }

  private static List<MetricSnapshot> controller(Readings readings) {
    List<MetricSnapshot> all = new ArrayList<>();
    ControllerStatus status = readings.status();
    if (status != null) {
      Map<String, Integer> members = new TreeMap<>();
      status.members().forEach(member -> members.merge(member.status(), 1, Integer::sum));
      all.add(
          Family.gauge(
              "pliant_build",
              "1, with the version of this controller.",
              points -> points.add(1, "version", status.version())));
      all.add(
          Family.gauge(
              "pliant_ready",
              "1 when this controller serves requests.",
              points -> points.add(status.ready() ? 1 : 0)));
      all.add(
          Family.gauge(
              "pliant_members",
              "Controllers that this one knows, by status.",
              points -> members.forEach((state, count) -> points.add(count, "status", state))));
      all.add(
          Family.counter(
              "pliant_unsent_messages",
              "Messages between actors that found no receiver.",
              points -> points.add(status.unsentMessages())));
    }
    all.add(
        Family.gauge(
            "pliant_agents",
            "Nodes whose agents are connected to this controller.",
            points -> points.add(readings.agents())));
    all.add(
        Family.gauge(
            "pliant_scrape_silent",
            "Questions of this page that nobody answered in time; their metrics are left out.",
            points -> points.add(readings.silent())));
    return all;
  }

  private static List<MetricSnapshot> queues(List<PartitionEntry> hosted) {
    return List.of(
        Family.gauge(
            "pliant_jobs",
            "Jobs by partition and state.",
            points ->
                hosted.forEach(entry -> {
                  points.add(entry.waiting(), PARTITION, name(entry), "state", "waiting");
                  points.add(entry.running(), PARTITION, name(entry), "state", "running");
                })),
        Family.gauge(
            "pliant_nodes",
            "Nodes by partition, up and not.",
            points ->
                hosted.forEach(entry -> {
                  points.add(entry.nodesUp(), PARTITION, name(entry), "state", "up");
                  points.add(
                      entry.nodesTotal() - entry.nodesUp(),
                      PARTITION,
                      name(entry),
                      "state",
                      "down");
                })),
        Family.gauge(
            "pliant_pool_nodes",
            "Nodes of a partition that are lent, or offered for some seconds, and nodes of others that its jobs have.",
            points ->
                hosted.forEach(entry -> {
                  PoolEntry pool = entry.pool();
                  if (pool != null) {
                    points.add(pool.lentNodes(), PARTITION, name(entry), "state", "lent");
                    points.add(pool.offered(), PARTITION, name(entry), "state", "offered");
                    points.add(pool.borrowedNodes(), PARTITION, name(entry), "state", "borrowed");
                  }
                })),
        Family.gauge(
            "pliant_cpus",
            "Cpus of the nodes of a partition that are up.",
            points -> hosted.forEach(entry -> points.add(entry.cpus(), PARTITION, name(entry)))),
        Family.gauge(
            "pliant_partition_term",
            "Number of the partition's incarnation: it rises with each fail-over.",
            points -> hosted.forEach(entry -> points.add(entry.term(), PARTITION, name(entry)))),
        Family.gauge(
            "pliant_round_alarm",
            "1 while jobs wait and no scheduling round ends.",
            points ->
                hosted.forEach(entry ->
                    points.add(entry.roundAlarm() == null ? 0 : 1, PARTITION, name(entry)))),
        Family.gauge(
            "pliant_power_alarm",
            "1 while the partition cannot meet a bound of the power corridor.",
            points ->
                hosted.forEach(entry ->
                    points.add(entry.powerAlarm() == null ? 0 : 1, PARTITION, name(entry)))));
  }

  private static List<MetricSnapshot> counts(List<PartitionEntry> hosted) {
    return List.of(
        Family.counter(
            "pliant_jobs_submitted",
            "Jobs submitted since this controller hosts the partition.",
            points -> each(hosted, points, SchedulingCounts::submitted)),
        Family.counter(
            "pliant_jobs_started",
            "Attempts that got their nodes since then.",
            points -> each(hosted, points, SchedulingCounts::started)),
        Family.counter(
            "pliant_pool_words",
            "Words that a partition has said to the others of its pool since then.",
            points ->
                hosted.forEach(entry -> {
                  PoolEntry pool = entry.pool();
                  if (pool != null) {
                    points.add(pool.words(), PARTITION, name(entry));
                  }
                })),
        Family.counter(
            "pliant_jobs_ended",
            "Jobs that ended since then, by outcome.",
            points ->
                hosted.forEach(entry -> {
                  SchedulingCounts counts = entry.counts();
                  if (counts != null) {
                    points.add(counts.completed(), PARTITION, name(entry), "outcome", "completed");
                    points.add(counts.cancelled(), PARTITION, name(entry), "outcome", "cancelled");
                    points.add(counts.failed(), PARTITION, name(entry), "outcome", "failed");
                  }
                })),
        Family.counter(
            "pliant_round_jobs_looked_at",
            "Jobs that all scheduling rounds together started or left waiting.",
            points -> each(hosted, points, SchedulingCounts::looked)),
        Family.counter(
            "pliant_round_refusals",
            "Decisions of the policy that the ledger did not carry out.",
            points ->
                hosted.forEach(entry -> {
                  if (entry.refused() != null) {
                    points.add(entry.refused().starts(), PARTITION, name(entry), "of", "start");
                    points.add(entry.refused().resizes(), PARTITION, name(entry), "of", "resize");
                  }
                })));
  }

  private static void each(
      List<PartitionEntry> hosted, Family.Points points, ToLongFunction<SchedulingCounts> value) {
    for (PartitionEntry entry : hosted) {
      SchedulingCounts counts = entry.counts();
      if (counts != null) {
        points.add(value.applyAsLong(counts), PARTITION, name(entry));
      }
    }
  }

  /** The names of slurmctld 25.11, for what means the same, so that its dashboards find it. */
  private static List<MetricSnapshot> slurm(List<PartitionEntry> hosted) {
    return List.of(
        Family.gauge(
            "slurm_jobs_pending",
            "Number of jobs in Pending state",
            points -> points.add(hosted.stream().mapToInt(PartitionEntry::waiting).sum())),
        Family.gauge(
            "slurm_jobs_running",
            "Number of jobs in Running state",
            points -> points.add(hosted.stream().mapToInt(PartitionEntry::running).sum())),
        Family.gauge(
            "slurm_partition_jobs_pending",
            "Number of jobs in Pending state",
            points -> hosted.forEach(e -> points.add(e.waiting(), PARTITION, name(e)))),
        Family.gauge(
            "slurm_partition_jobs_running",
            "Number of jobs in Running state",
            points -> hosted.forEach(e -> points.add(e.running(), PARTITION, name(e)))),
        Family.gauge(
            "slurm_partition_nodes",
            "Number of nodes",
            points -> hosted.forEach(e -> points.add(e.nodesTotal(), PARTITION, name(e)))));
  }

  private static List<MetricSnapshot> power(PowerStatus power) {
    List<MetricSnapshot> all = new ArrayList<>();
    Double watts = power.watts();
    if (watts != null) {
      all.add(
          Family.gauge(
              "pliant_power_watts",
              "Watts drawn by the partitions that keep the corridor; by all when none does.",
              points -> points.add(watts)));
    }
    Corridor bounds = power.bounds();
    if (bounds != null) {
      all.add(
          Family.gauge(
              "pliant_power_bound_watts",
              "Bounds of the power corridor that hold now.",
              points -> {
                points.add(bounds.lower(), "bound", "lower");
                points.add(bounds.upper(), "bound", "upper");
              }));
    }
    return all;
  }

  private static String name(PartitionEntry entry) {
    return entry.partition().value();
  }
}
