package io.pliant.cli.job;

import io.pliant.cli.json.Json;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** How the size of a job has changed, and what its program measures: lines for people. */
final class SizeHistory {
  private SizeHistory() {}

  static List<String> lines(Json changes) {
    return changes.list().stream().map(SizeHistory::line).toList();
  }

  /** Communication by computation since the last resize, a line for each phase. */
  static List<String> measures(Json phases) {
    return phases.list().stream()
        .filter(phase -> !phase.get("mtct").isNull())
        .map(phase ->
            "%-11s MTCT %.3f: %.1f s in communication, %.1f s in computation, over all tasks since the last resize"
                .formatted(
                    "Phase " + phase.get("phase").number(),
                    phase.get("mtct").decimal(),
                    phase.get("communicationSeconds").decimal(),
                    phase.get("computationSeconds").decimal()))
        .toList();
  }

  private static String line(Json change) {
    List<NodeName> nodes =
        change.get("nodes").list().stream().map(node -> new NodeName(node.text())).toList();
    String what =
        "%s %s".formatted(word(change.get("kind").text()), word(change.get("result").text()));
    String reason = change.get("reason").text();
    return "%-11s %s  %s%s, %d node(s)%s%s"
        .formatted(
            "Resize " + change.get("number").number(),
            Times.local(change.get("ended").instant()),
            what,
            nodes.isEmpty() ? "" : " " + Hostlist.compress(nodes),
            change.get("size").number(),
            reason.isEmpty() ? "" : " (" + reason + ")",
            took(change));
  }

  /** Where the time went, for one that came to its window. */
  private static String took(Json change) {
    Instant begun = change.get("begun").instant();
    Instant agreed = change.get("agreed").instant();
    Instant armed = change.get("armed").instant();
    Instant opened = change.get("opened").instant();
    Instant ended = change.get("ended").instant();
    if (begun == null || armed == null || opened == null || ended == null) {
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
  static List<String> onItsWay(Json status) {
    Json current = status.get("current");
    if (current.isNull()) {
      return List.of();
    }
    List<NodeName> nodes =
        current.get("nodes").list().stream().map(node -> new NodeName(node.text())).toList();
    Instant deadline = current.get("deadline").instant();
    String line =
        "%-11s %s  %s %s%s%s"
            .formatted(
                "Resize " + current.get("number").number(),
                Times.local(current.get("begun").instant()),
                word(current.get("kind").text()),
                word(current.get("stage").text()),
                nodes.isEmpty() ? "" : " " + Hostlist.compress(nodes),
                deadline == null ? "" : ", until " + Times.local(deadline));
    return List.of(line);
  }

  private static String word(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
