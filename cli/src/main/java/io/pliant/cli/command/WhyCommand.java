package io.pliant.cli.command;

import io.pliant.cli.Context;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.json.Json;
import io.pliant.cli.terminal.Terminal.Style;
import java.time.Instant;
import java.util.List;
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
  }
}
