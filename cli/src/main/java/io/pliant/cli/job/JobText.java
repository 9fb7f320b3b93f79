package io.pliant.cli.job;

import io.pliant.cli.json.Json;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.format.SizeText;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One job for people: a line for each thing worth knowing. */
final class JobText {
  private final Json job;
  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private JobText(Json job, Terminal terminal) {
    this.job = job;
    this.terminal = terminal;
  }

  /** The lines for one {@code JobDetails}. */
  static List<String> lines(Json job, Terminal terminal) {
    JobText text = new JobText(job, terminal);
    text.identity();
    text.resources();
    text.times();
    text.files();
    text.steps();
    return text.lines;
  }

  private void identity() {
    Json spec = job.get("spec");
    String status = job.get("status").text();
    Terminal.Style style = StateNames.style(status);
    add("Job", job.get("job").text() + "  " + spec.get("name").text());
    add("User", spec.get("submitter").get("name").text());
    add("Partition", spec.get("partition").text());
    add(
        "State",
        (style == null ? status : terminal.styled(style, status))
            + bracket(job.get("reason").text()));
    if (!job.get("exit").isNull()) {
      add("Exit code", HistoryCommand.exitCode(job.get("exit")));
    }
    if (job.get("attempt").number() > 1) {
      add("Attempt", job.get("attempt").text());
    }
    if (!spec.get("comment").text().isEmpty()) {
      add("Comment", spec.get("comment").text());
    }
  }

  private void resources() {
    Json want = job.get("spec").get("resources");
    long min = want.get("minNodes").number();
    long max = want.get("maxNodes").number();
    long memory = want.get("memoryMbPerNode").number();
    add(
        "Asked for",
        "%s node(s), %d task(s), %d cpu(s) per task%s%s"
            .formatted(
                min == max ? Long.toString(min) : min + "-" + max,
                want.get("tasks").number(),
                want.get("cpusPerTask").number(),
                memory == 0 ? "" : ", " + SizeText.megabytes(memory) + " per node",
                want.get("exclusive").bool() ? ", whole nodes" : ""));
    Json watts = job.get("spec").get("nodeWatts");
    if (!watts.isNull()) {
      double low = watts.get("low").decimal();
      double high = watts.get("high").decimal();
      add(
          "Declared",
          (low == high ? "" : "%.0f to ".formatted(low)) + "%.0f W a node".formatted(high));
    }
    List<NodeName> nodes =
        job.get("allocation").get("slices").list().stream()
            .map(slice -> new NodeName(slice.get("node").text()))
            .toList();
    if (!nodes.isEmpty()) {
      add("Nodes", Hostlist.compress(nodes));
    }
  }

  private void times() {
    Instant started = job.get("startedAt").instant();
    Instant ended = job.get("endedAt").instant();
    add("Submitted", Times.local(job.get("submittedAt").instant()));
    if (started != null) {
      add("Started", Times.local(started));
    }
    if (ended != null) {
      add("Ended", Times.local(ended));
    }
    if (started != null && ended != null) {
      add("Ran for", TimeText.full(Duration.between(started, ended)));
    }
  }

  private void files() {
    add("Folder", job.get("spec").get("workingDirectory").text());
    String output = job.get("outputPath").text();
    String error = job.get("errorPath").text();
    if (!output.isEmpty()) {
      add("Output", output);
    }
    if (!error.isEmpty() && !error.equals(output)) {
      add("Errors", error);
    }
  }

  private void steps() {
    for (Json step : job.get("steps").list()) {
      long number = step.get("step").number();
      String exit =
          step.get("exit").isNull() ? "" : "  " + HistoryCommand.exitCode(step.get("exit"));
      List<NodeName> nodes =
          step.get("nodes").list().stream().map(node -> new NodeName(node.text())).toList();
      add(
          "Step " + (number < 0 ? "batch" : Long.toString(number)),
          "%s  %d task(s) on %s  %s%s%s"
              .formatted(
                  step.get("name").text(),
                  step.get("tasks").number(),
                  Hostlist.compress(nodes),
                  step.get("status").text(),
                  exit,
                  bracket(step.get("message").text())));
      if (!step.get("usage").isNull()) {
        add("  used", UsageText.ofStep(step.get("usage"), step.get("tasks").number()));
      }
      if (!step.get("energy").isNull()) {
        add("  energy", EnergyText.ofStep(step.get("energy")));
      }
    }
  }

  private void add(String title, String value) {
    lines.add("%-11s %s".formatted(title, value));
  }

  private static String bracket(String text) {
    return text.isEmpty() ? "" : " (" + text + ")";
  }
}
