package io.pliant.cli.job;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.cli.terminal.Terminal.Style;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Explains why a job waits. */
@Command(
    name = "why",
    description = "Explain why a job waits: every rule that keeps it, with its numbers.",
    footer = {"", "Example:", "  pliant why 12"})
public final class WhyCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(paramLabel = "JOB", description = "Job id.")
  private long job;

  public WhyCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String target = Target.of("jobs", Long.toString(job), "why").toString();
    String body = access.connect(context).text(Request.get(target));
    if (access.json()) {
      context.terminal().out().println(body);
    } else {
      print(Json.parse(body));
    }
    return 0;
  }

  private void print(Json why) {
    var out = context.terminal().out();
    String status = why.get("status").text();
    List<Json> reasons = why.get("reasons").list();
    if (reasons.isEmpty()) {
      out.println("Job %d is %s; nothing keeps it.".formatted(job, status));
      return;
    }
    out.println("Job %d is %s because:".formatted(job, status));
    for (Json reason : reasons) {
      String code = context.terminal().styled(Style.WAIT, reason.get("code").text());
      out.println("  " + code + "  " + reason.get("text").text());
    }
    Instant start = why.get("expectedStart").instant();
    if (start != null) {
      out.println("Expected start: " + Times.local(start));
    }
    priorityLines(why.get("priority")).forEach(out::println);
  }

  /** Where the place in the queue comes from; no line for a job that does not wait. */
  static List<String> priorityLines(Json priority) {
    if (priority.isNull()) {
      return List.of();
    }
    long position = priority.get("position").number();
    List<Json> factors = priority.get("factors").list();
    if (factors.isEmpty()) {
      return List.of("Place %d in the queue, which is in order of submission.".formatted(position));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Place %d in the queue, by priority %.4f:",
            position,
            priority.get("value").decimal()));
    for (Json factor : factors) {
      double weight = factor.get("weight").decimal();
      double value = factor.get("factor").decimal();
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-10s  %.4f = %s x %.4f  %s",
              factor.get("name").text(),
              weight * value,
              weight,
              value,
              factor.get("text").text()));
    }
    return lines;
  }
}
