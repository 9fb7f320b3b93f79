package io.pliant.cli.slurm;

import io.pliant.api.ControllerStatus;
import io.pliant.api.PartitionPriorities;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.CommonWords;
import io.pliant.cli.cluster.OneCluster;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.core.format.SlurmFormat;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What orders the queue in the words and columns of Slurm's {@code sprio}. */
@Command(
    name = "sprio",
    description = {
      "Show what orders waiting jobs as Slurm's sprio does. For people: pliant why JOB.",
      "SITE is the accuracy of the user's estimates. Jobs that are held are left out."
    },
    footer = {
      "",
      "Examples:",
      "  sprio -l -u ada                all factors of ada's jobs, with their weights",
      "  sprio -n -j 12,13              the factors alone, from 0 to 1",
      "  sprio -w                       the weights"
    })
public final class SprioCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "ID,...",
      arity = "0..1",
      fallbackValue = "",
      description = "Only these jobs; all without a number.")
  private @Nullable String jobs;

  @Option(
      names = {"-u", "--user", "--users"},
      paramLabel = "USER,...",
      description = "Only jobs of these users, and a column of them.")
  private @Nullable String users;

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "NAME,...",
      description = "Only these partitions.")
  private @Nullable String partitions;

  @Option(
      names = {"-l", "--long"},
      description = "All factors, also those without a weight.")
  private boolean all;

  @Option(
      names = {"-n", "--norm"},
      description = "Factors from 0 to 1, without their weights.")
  private boolean normalized;

  @Option(
      names = {"-w", "--weights"},
      description = "The weights, a line for each partition.")
  private boolean weights;

  @Option(
      names = {"-S", "--sort"},
      paramLabel = "LETTERS",
      description = "Refused: lines are in the order of the queue.")
  private @Nullable String sort;

  @Option(
      names = {"-h", "--noheader"},
      description = "Leave out the titles.")
  private boolean noHeader;

  @Option(
      names = {"-o", "--format"},
      paramLabel = "FORMAT",
      description = "For example '%%i %%Y %%A'; an unknown letter lists the known.")
  private @Nullable String format;

  @Mixin private OneCluster cluster = new OneCluster();

  @Mixin private CommonWords words = new CommonWords();

  public SprioCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (access.json()) {
      throw CommandFailure.usage("Expected no --json. The API has it: GET /v1/priorities.");
    }
    cluster.check(context);
    words.check(context, access);
    if (sort != null) {
      throw CommandFailure.usage(
          "Expected no --sort: lines are in the order of the queue, the head first. Leave it out, or write sprio -h | sort.");
    }
    Controllers controllers = access.connect(context);
    String chosen = jobs == null || jobs.isBlank() ? null : jobs;
    Target target =
        Target.of("priorities")
            .with("partition", partitions)
            .with("user", users)
            .with("job", chosen);
    List<PartitionPriorities> found =
        Answers.exactList(
            controllers.text(Request.get(target.toString())), PartitionPriorities.class);
    List<PriorityLine> lines = weights ? PriorityLine.weights(found) : PriorityLine.jobs(found);
    PrintStream out = context.terminal().out();
    if (chosen != null && lines.isEmpty()) {
      out.println("Unable to find jobs matching user/id(s) specified");
      return 0;
    }
    SlurmFormat<PriorityLine> columns = columns(found, controllers);
    if (!noHeader) {
      out.println(columns.header());
    }
    lines.forEach(line -> out.println(columns.line(line)));
    return 0;
  }

  private SlurmFormat<PriorityLine> columns(
      List<PartitionPriorities> found, Controllers controllers) {
    String wanted =
        format == null ? PriorityLine.usual(found, all, normalized, users != null) : format;
    try {
      return SlurmFormat.parse(wanted, PriorityLine.fields(clusterName(controllers)));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
  }

  private String clusterName(Controllers controllers) {
    String name =
        format != null && format.contains("c")
            ? controllers
                .one(Request.get(Target.of("status").toString()), ControllerStatus.class)
                .cluster()
            : null;
    return name == null ? "" : name;
  }
}
