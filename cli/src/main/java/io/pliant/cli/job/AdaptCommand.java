package io.pliant.cli.job;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Resizes a running malleable job by hand. */
@Command(
    name = "adapt",
    description =
        "Resize a running malleable job: more nodes are offered to its program, fewer are an order.",
    footer = {"", "Examples:", "  pliant adapt 12 --nodes 4", "  pliant show 12"})
public final class AdaptCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(arity = "1", paramLabel = "JOB", description = "Job id.")
  private long job;

  @Option(
      names = {"-N", "--nodes"},
      required = true,
      paramLabel = "N",
      description = "Number of nodes that it is to have.")
  private int nodes;

  public AdaptCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Controllers controllers = access.connect(context);
    String body =
        controllers.text(
            Request.post(
                Target.of("jobs", Long.toString(job), "adapt").toString(),
                Json.write(Map.of("nodes", nodes))));
    if (access.json()) {
      context.terminal().out().println(body);
    } else {
      context
          .terminal()
          .out()
          .println("Job %d is being resized to %d node(s).".formatted(job, nodes));
    }
    return 0;
  }
}
