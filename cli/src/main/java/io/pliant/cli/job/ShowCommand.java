package io.pliant.cli.job;

import io.pliant.api.AdaptationStatus;
import io.pliant.api.ControllerStatus;
import io.pliant.api.JobDetails;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PhaseEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.power.LimitText;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.id.JobStatus;
import java.util.ArrayList;
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

  @Parameters(arity = "0..1", paramLabel = "JOB", description = "Job id; of an array 12_7.")
  private @Nullable String job;

  public ShowCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Controllers controllers = access.connect(context);
    Target target =
        job == null ? Target.of("status") : Target.of("jobs", JobRefs.parse(job).toString());
    String body = controllers.text(Request.get(target.toString()));
    if (access.json()) {
      context.terminal().out().println(body);
    } else if (job == null) {
      showStatus(Answers.one(body, ControllerStatus.class));
    } else {
      showJob(controllers, Answers.one(body, JobDetails.class));
    }
    return 0;
  }

  private void showJob(Controllers controllers, JobDetails details) {
    String id = details.job().toString();
    List<String> lines = new ArrayList<>(JobText.lines(details, context.terminal()));
    if (details.spec().malleable() != null) {
      lines.addAll(SizeHistory.lines(controllers.list(ofJob(id, "sizes"), SizeChange.class)));
      if (details.endedAt() == null) {
        lines.addAll(
            SizeHistory.onItsWay(controllers.one(ofJob(id, "adaptation"), AdaptationStatus.class)));
      }
      lines.addAll(SizeHistory.measures(controllers.list(ofJob(id, "phases"), PhaseEntry.class)));
    }
    if (details.energy() != null) {
      lines.addAll(EnergyText.lines(controllers.one(ofJob(id, "energy"), JobEnergyEntry.class)));
    }
    lines.addAll(limits(controllers, details));
    lines.forEach(line -> context.terminal().out().println(line));
  }

  private static Request ofJob(String job, String what) {
    return Request.get(Target.of("jobs", job, what).toString());
  }

  /** Whether the job's power is limited, which its partition knows. */
  private static List<String> limits(Controllers controllers, JobDetails details) {
    if (details.status() != JobStatus.RUNNING) {
      return List.of();
    }
    Request partitions = Request.get(Target.of("partitions").toString());
    try {
      return controllers.list(partitions, PartitionEntry.class).stream()
          .filter(entry -> entry.partition().equals(details.spec().partition()))
          .flatMap(entry -> LimitText.ofJob(entry.powerLimits(), details.job()).stream())
          .toList();
    } catch (CommandFailure e) {
      return List.of("%-11s limits are not known: %s".formatted("Power", e.getMessage()));
    }
  }

  private void showStatus(ControllerStatus status) {
    var out = context.terminal().out();
    out.println("Answered by  " + status.name());
    out.println("Version      " + status.version());
    out.println("Ready        " + (status.ready() ? "yes" : "no"));
    out.println("Journal      " + status.journal());
    for (ControllerStatus.Member member : status.members()) {
      out.println("Controller   " + member.address() + "  " + member.status());
    }
  }
}
