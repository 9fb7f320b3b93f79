package io.pliant.cli.job;

import io.pliant.api.AdaptationStatus;
import io.pliant.api.PhaseEntry;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** How the size of a job has changed, and what its program measures: lines for people. */
final class SizeHistory {
  private SizeHistory() {}

  static List<String> lines(List<SizeChange> changes) {
    return changes.stream().map(SizeHistory::line).toList();
  }

  /** Communication by computation since the last resize, a line for each phase. */
  static List<String> measures(List<PhaseEntry> phases) {
    return phases.stream()
        .filter(phase -> phase.mtct() != null)
        .map(phase ->
            "%-11s MTCT %.3f: %.1f s in communication, %.1f s in computation, over all tasks since the last resize"
                .formatted(
                    "Phase " + phase.phase(),
                    phase.mtct(),
                    phase.communicationSeconds(),
                    phase.computationSeconds()))
        .toList();
  }

  private static String line(SizeChange change) {
    String what = "%s %s".formatted(word(change.kind()), word(change.result()));
    String reason = change.reason();
    return "%-11s %s  %s%s, %d node(s)%s%s"
        .formatted(
            "Resize " + change.number(),
            Times.local(change.ended()),
            what,
            change.nodes().isEmpty() ? "" : " " + Hostlist.compress(change.nodes()),
            change.size(),
            reason.isEmpty() ? "" : " (" + reason + ")",
            took(change));
  }

  /** Where the time went, for one that came to its window. */
  private static String took(SizeChange change) {
    Instant begun = change.begun();
    Instant agreed = change.agreed();
    Instant armed = change.armed();
    Instant opened = change.opened();
    Instant ended = change.ended();
    if (armed == null || opened == null) {
      return "";
    }
    return "; %s: offer %s, tasks %s, stop %s, window %s"
        .formatted(
            span(begun, ended),
            agreed == null ? "none" : span(begun, agreed),
            span(agreed == null ? begun : agreed, armed),
            span(armed, opened),
            span(opened, ended));
  }

  private static String span(Instant from, Instant to) {
    long millis = Math.max(0, to.toEpochMilli() - from.toEpochMilli());
    return millis < 10_000 ? millis + " ms" : TimeText.stopwatch(Duration.ofMillis(millis));
  }

  /** A line for the adaptation that is on its way; none when there is none. */
  static List<String> onItsWay(AdaptationStatus status) {
    AdaptationStatus.OnItsWay current = status.current();
    if (current == null) {
      return List.of();
    }
    Instant deadline = current.deadline();
    String line =
        "%-11s %s  %s %s%s%s"
            .formatted(
                "Resize " + current.number(),
                Times.local(current.begun()),
                word(current.kind()),
                word(current.stage()),
                current.nodes().isEmpty() ? "" : " " + Hostlist.compress(current.nodes()),
                deadline == null ? "" : ", until " + Times.local(deadline));
    return List.of(line);
  }

  private static String word(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
