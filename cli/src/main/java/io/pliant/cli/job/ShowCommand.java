package io.pliant.cli.job;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.cli.power.LimitText;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows all of one job, or how the cluster stands. */
@Command(
    name = "show",
    description = "Show all of one job, or, without a job, how the controllers stand.",
    footer = {"", "Examples:", "  pliant show 12", "  pliant show"})
public final class ShowCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(arity = "0..1", paramLabel = "JOB", description = "Job id.")
  private @Nullable Long job;

  public ShowCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Controllers controllers = access.connect(context);
    Target target = job == null ? Target.of("status") : Target.of("jobs", Long.toString(job));
    String body = controllers.text(Request.get(target.toString()));
    if (access.json()) {
      context.terminal().out().println(body);
    } else if (job == null) {
      showStatus(Json.parse(body));
    } else {
      Json details = Json.parse(body);
      JobText.lines(details, context.terminal())
          .forEach(line -> context.terminal().out().println(line));
      if (!details.get("spec").get("malleable").isNull()) {
        Target sizes = Target.of("jobs", Long.toString(job), "sizes");
        SizeHistory.lines(controllers.json(Request.get(sizes.toString())))
            .forEach(line -> context.terminal().out().println(line));
        if (details.get("endedAt").isNull()) {
          Target current = Target.of("jobs", Long.toString(job), "adaptation");
          SizeHistory.onItsWay(controllers.json(Request.get(current.toString())))
              .forEach(line -> context.terminal().out().println(line));
        }
        Target phases = Target.of("jobs", Long.toString(job), "phases");
        SizeHistory.measures(controllers.json(Request.get(phases.toString())))
            .forEach(line -> context.terminal().out().println(line));
      }
      if (!details.get("energy").isNull()) {
        Target energy = Target.of("jobs", Long.toString(job), "energy");
        EnergyText.lines(controllers.json(Request.get(energy.toString())))
            .forEach(line -> context.terminal().out().println(line));
      }
      limits(controllers, details, job).forEach(line -> context.terminal().out().println(line));
    }
    return 0;
  }

  /** Whether the job's power is limited, which its partition knows. */
  private static List<String> limits(Controllers controllers, Json details, long job) {
    if (!details.get("status").text().equals("RUNNING")) {
      return List.of();
    }
    String partition = details.get("spec").get("partition").text();
    try {
      return controllers.json(Request.get(Target.of("partitions").toString())).list().stream()
          .filter(entry -> entry.get("partition").text().equals(partition))
          .flatMap(entry -> LimitText.ofJob(entry.get("powerLimits"), job).stream())
          .toList();
    } catch (CommandFailure e) {
      return List.of("%-11s limits are not known: %s".formatted("Power", e.getMessage()));
    }
  }

  private void showStatus(Json status) {
    var out = context.terminal().out();
    out.println("Answered by  " + status.get("name").text());
    out.println("Version      " + status.get("version").text());
    out.println("Ready        " + (status.get("ready").bool() ? "yes" : "no"));
    out.println("Journal      " + status.get("journal").text());
    for (Json member : status.get("members").list()) {
      out.println(
          "Controller   " + member.get("address").text() + "  " + member.get("status").text());
    }
  }
}
