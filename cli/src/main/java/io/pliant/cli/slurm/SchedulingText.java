package io.pliant.cli.slurm;

import io.pliant.api.PartitionEntry;
import io.pliant.api.SchedulingCounts;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToLongFunction;

/** The lines of {@code sdiag}: sums of all partitions, and nothing that is not known. */
final class SchedulingText {
  private static final String RULE = "*******************************************************";
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss yyyy", Locale.ROOT);

  private final List<PartitionEntry> partitions;
  private final List<SchedulingCounts> counts;
  private final Instant now;
  private final ZoneId zone;

  private SchedulingText(List<PartitionEntry> partitions, Instant now, ZoneId zone) {
    this.partitions = partitions;
    this.counts = partitions.stream().map(PartitionEntry::counts).filter(Objects::nonNull).toList();
    this.now = now;
    this.zone = zone;
  }

  /**
   * The lines.
   *
   * @param zone in which times are told
   */
  static List<String> of(List<PartitionEntry> partitions, Instant now, ZoneId zone) {
    return new SchedulingText(partitions, now, zone).lines();
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    Instant since =
        counts.stream().map(SchedulingCounts::since).min(Instant::compareTo).orElse(null);
    lines.add(RULE);
    lines.add("sdiag output at " + time(now));
    if (since != null) {
      lines.add("Data since      " + time(since));
      laterOnes(since, lines);
    }
    lines.add(RULE);
    if (since != null) {
      jobs(lines);
    }
    lines.add("");
    lines.add("Job states ts:  " + time(now));
    lines.add("Jobs pending:   " + waiting());
    lines.add("Jobs running:   " + partitions.stream().mapToLong(PartitionEntry::running).sum());
    if (since != null) {
      rounds(since, lines);
    }
    return lines;
  }

  /** Partitions that moved to another controller count since then. */
  private void laterOnes(Instant since, List<String> lines) {
    for (PartitionEntry partition : partitions) {
      SchedulingCounts own = partition.counts();
      if (own != null && Duration.between(since, own.since()).toSeconds() > 0) {
        lines.add("  partition %s since %s".formatted(partition.partition(), time(own.since())));
      }
    }
  }

  private void jobs(List<String> lines) {
    lines.add("");
    lines.add("Jobs submitted: " + sum(SchedulingCounts::submitted));
    lines.add("Jobs started:   " + sum(SchedulingCounts::started));
    lines.add("Jobs completed: " + sum(SchedulingCounts::completed));
    lines.add("Jobs canceled:  " + sum(SchedulingCounts::cancelled));
    lines.add("Jobs failed:    " + sum(SchedulingCounts::failed));
  }

  private void rounds(Instant since, List<String> lines) {
    long rounds = sum(SchedulingCounts::rounds);
    lines.add("");
    lines.add("Main schedule statistics (microseconds):");
    lines.add("\tLast cycle:   " + lastMicros());
    lines.add(
        "\tMax cycle:    "
            + counts.stream().mapToLong(SchedulingCounts::maxMicros).max().orElse(0));
    lines.add("\tTotal cycles: " + rounds);
    if (rounds > 0) {
      lines.add("\tMean cycle:   " + sum(SchedulingCounts::sumMicros) / rounds);
      lines.add("\tMean depth cycle:  " + sum(SchedulingCounts::looked) / rounds);
    }
    long minutes = Duration.between(since, now).toMinutes();
    if (minutes > 0) {
      lines.add("\tCycles per minute: " + rounds / minutes);
    }
    lines.add("\tLast queue length: " + waiting());
  }

  private long lastMicros() {
    return counts.stream()
        .filter(each -> each.lastAt() != null)
        .max(Comparator.comparing(each -> Objects.requireNonNull(each.lastAt())))
        .map(SchedulingCounts::lastMicros)
        .orElse(0L);
  }

  private long sum(ToLongFunction<SchedulingCounts> part) {
    return counts.stream().mapToLong(part).sum();
  }

  private long waiting() {
    return partitions.stream().mapToLong(PartitionEntry::waiting).sum();
  }

  private String time(Instant at) {
    return "%s (%d)".formatted(DAY.format(at.atZone(zone)), at.getEpochSecond());
  }
}
