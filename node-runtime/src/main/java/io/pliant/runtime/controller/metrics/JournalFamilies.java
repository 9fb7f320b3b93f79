package io.pliant.runtime.controller.metrics;

import io.pliant.journal.raft.GroupStatus;
import io.pliant.journal.raft.JournalGroup;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The groups of the journal, as this member of them sees them. */
final class JournalFamilies {
  private static final String GROUP = "group";

  private JournalFamilies() {}

  static List<MetricSnapshot> of(List<Readings.Journal> groups) {
    return List.of(
        appends(groups),
        each(
            groups,
            "pliant_journal_leader",
            "1 when this member leads the group.",
            status -> status.self().equals(status.leader()) ? 1 : 0),
        each(
            groups,
            "pliant_journal_has_leader",
            "1 when this member knows a leader of the group.",
            status -> status.leader() == null ? 0 : 1),
        each(
            groups,
            "pliant_journal_term",
            "Number of the election that the leader won.",
            GroupStatus::term),
        each(groups, "pliant_journal_members", "Members of the group.", s -> s.members().size()),
        behind(groups),
        Family.gauge(
            "pliant_journal_trouble",
            "1 when nothing can be written.",
            points -> points.add(groups.getFirst().status().trouble() == null ? 0 : 1)),
        each(
            groups,
            "pliant_journal_waiting_writes",
            "Writes of this member that are not on their way yet.",
            GroupStatus::waiting),
        Family.gauge(
            "pliant_journal_free_bytes",
            "Free bytes on the disk of this member's journal.",
            points -> points.add(groups.getFirst().status().free())),
        each(
            groups,
            "pliant_journal_size_bytes",
            "Size of this member's files.",
            GroupStatus::bytes),
        each(
            groups,
            "pliant_journal_position",
            "Number of the newest event.",
            GroupStatus::position),
        counted(
            groups,
            "pliant_journal_writes",
            "Writes of this member that were acknowledged.",
            GroupStatus::acknowledged),
        counted(
            groups,
            "pliant_journal_refused_writes",
            "Writes refused because too many waited.",
            GroupStatus::refused));
  }

  private static MetricSnapshot each(
      List<Readings.Journal> groups,
      String name,
      String help,
      ToDoubleFunction<GroupStatus> figure) {
    return Family.gauge(name, help, points -> fill(groups, points, figure));
  }

  private static MetricSnapshot counted(
      List<Readings.Journal> groups,
      String name,
      String help,
      ToDoubleFunction<GroupStatus> figure) {
    return Family.counter(name, help, points -> fill(groups, points, figure));
  }

  private static void fill(
      List<Readings.Journal> groups, Family.Points points, ToDoubleFunction<GroupStatus> figure) {
    groups.forEach(
        group -> points.add(figure.applyAsDouble(group.status()), GROUP, number(group.status())));
  }

  private static String number(GroupStatus status) {
    return Integer.toString(status.group());
  }

  private static MetricSnapshot behind(List<Readings.Journal> groups) {
    return Family.gauge(
        "pliant_journal_behind_entries",
        "Log entries that the leader has and a member has not; told by the leader.",
        points -> {
          for (Readings.Journal group : groups) {
            for (GroupStatus.Standing member : group.status().members()) {
              if (member.behind() >= 0) {
                points.add(member.behind(), GROUP, number(group.status()), "member", member.name());
              }
            }
          }
        });
  }

  private static MetricSnapshot appends(List<Readings.Journal> groups) {
    HistogramSnapshot.Builder family =
        HistogramSnapshot.builder()
            .name("pliant_journal_append_seconds")
            .help("Time until more than half of the members had a log entry of this member.");
    for (Readings.Journal group : groups) {
      JournalGroup.Appends appends = group.appends();
      List<Double> bounds = new ArrayList<>(appends.bounds());
      bounds.add(Double.POSITIVE_INFINITY);
      List<Number> counts = new ArrayList<>(appends.counts());
      family.dataPoint(
          HistogramSnapshot.HistogramDataPointSnapshot.builder()
              .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts))
              .sum(appends.seconds())
              .labels(Labels.of(GROUP, number(group.status())))
              .build());
    }
    return family.build();
  }
}
