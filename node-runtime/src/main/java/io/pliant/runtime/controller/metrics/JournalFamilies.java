package io.pliant.runtime.controller.metrics;

import io.pliant.journal.raft.GroupStatus;
import io.pliant.journal.raft.JournalGroup;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;

/** The journal, as this member of its group sees it. */
final class JournalFamilies {
  private JournalFamilies() {}

  static List<MetricSnapshot> of(Readings.Journal journal) {
    GroupStatus status = journal.status();
    return List.of(
        appends(journal.appends()),
        Family.gauge(
            "pliant_journal_leader",
            "1 when this member leads the group.",
            points -> points.add(status.self().equals(status.leader()) ? 1 : 0)),
        Family.gauge(
            "pliant_journal_has_leader",
            "1 when this member knows a leader of the group.",
            points -> points.add(status.leader() == null ? 0 : 1)),
        Family.gauge(
            "pliant_journal_term",
            "Number of the election that the leader won.",
            points -> points.add(status.term())),
        Family.gauge(
            "pliant_journal_members",
            "Members of the group.",
            points -> points.add(status.members().size())),
        Family.gauge(
            "pliant_journal_behind_entries",
            "Log entries that the leader has and a member has not; told by the leader.",
            points -> {
              for (GroupStatus.Standing member : status.members()) {
                if (member.behind() >= 0) {
                  points.add(member.behind(), "member", member.name());
                }
              }
            }),
        Family.gauge(
            "pliant_journal_trouble",
            "1 when nothing can be written.",
            points -> points.add(status.trouble() == null ? 0 : 1)),
        Family.gauge(
            "pliant_journal_waiting_writes",
            "Writes of this member that are not on their way yet.",
            points -> points.add(status.waiting())),
        Family.gauge(
            "pliant_journal_free_bytes",
            "Free bytes on the disk of this member's journal.",
            points -> points.add(status.free())),
        Family.gauge(
            "pliant_journal_size_bytes",
            "Size of this member's files.",
            points -> points.add(status.bytes())),
        Family.gauge(
            "pliant_journal_position",
            "Number of the newest event.",
            points -> points.add(status.position())),
        Family.counter(
            "pliant_journal_writes",
            "Writes of this member that were acknowledged.",
            points -> points.add(status.acknowledged())),
        Family.counter(
            "pliant_journal_refused_writes",
            "Writes refused because too many waited.",
            points -> points.add(status.refused())));
  }

  private static MetricSnapshot appends(JournalGroup.Appends appends) {
    List<Double> bounds = new ArrayList<>(appends.bounds());
    bounds.add(Double.POSITIVE_INFINITY);
    List<Number> counts = new ArrayList<>(appends.counts());
    return HistogramSnapshot.builder()
        .name("pliant_journal_append_seconds")
        .help("Time until more than half of the members had a log entry of this member.")
        .dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts))
                .sum(appends.seconds())
                .build())
        .build();
  }
}
