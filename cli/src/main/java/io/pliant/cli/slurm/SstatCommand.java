package io.pliant.cli.slurm;

import io.pliant.api.JobDetails;
import io.pliant.api.StepDetails;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.run.StepUse;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.format.Field;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.StepId;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What running steps use, in the words and columns of Slurm's {@code sstat}. */
@Command(
    name = "sstat",
    description = {
      "Show what running steps have used so far, as Slurm's sstat does; of steps that are over: sacct.",
      "Their nodes look at the processes at this moment. Only jobs of one's own, unless an operator asks."
    },
    footer = {
      "",
      "Examples:",
      "  sstat -j 12 -o JobID,AveCPU,MaxRSS,NTasks      its first running step",
      "  sstat -a -n -P -j 12                           all its steps, with the batch script",
      "  sstat -j 12.batch"
    })
public final class SstatCommand implements Callable<Integer> {
  private static final String USUAL =
      "JobID,MaxVMSize,MaxVMSizeNode,MaxVMSizeTask,AveVMSize,MaxRSS,MaxRSSNode,MaxRSSTask,AveRSS,MaxPages,MaxPagesNode,MaxPagesTask,AvePages,MinCPU,MinCPUNode,MinCPUTask,AveCPU,NTasks,AveCPUFreq,ReqCPUFreqMin,ReqCPUFreqMax,ReqCPUFreqGov,ConsumedEnergy,MaxDiskRead,MaxDiskReadNode,MaxDiskReadTask,AveDiskRead,MaxDiskWrite,MaxDiskWriteNode,MaxDiskWriteTask,AveDiskWrite";
  private static final String PIDS = "JobID,Nodelist,Pids";

  /** Steps are asked for one by one, each at all of its nodes. */
  private static final int MOST_STEPS = 50;

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "ID[.STEP],...",
      description = "Running jobs, each with .STEP or .batch for one step.")
  private @Nullable String jobs;

  @Option(
      names = {"-a", "--allsteps"},
      description = "All running steps where none is named, with the batch script.")
  private boolean all;

  @Option(
      names = {"-o", "--format"},
      paramLabel = "NAME[%%WIDTH],...",
      description = "Columns; a negative width pads on the right. -e lists the names.")
  private @Nullable String format;

  @Option(
      names = {"-e", "--helpformat"},
      description = "List the names of columns.")
  private boolean helpFormat;

  @Option(
      names = {"-i", "--pidformat"},
      description = "Numbers of the processes, a line for each node.")
  private boolean pids;

  @Option(
      names = {"-n", "--noheader"},
      description = "Leave out the titles.")
  private boolean noHeader;

  @Option(
      names = {"-p", "--parsable"},
      description = "Cells with | behind each, neither padded nor cut.")
  private boolean parsable;

  @Option(
      names = {"-P", "--parsable2"},
      description = "Cells with | between them, neither padded nor cut.")
  private boolean parsable2;

  @Option(names = "--noconvert", description = "Sizes in megabytes.")
  private boolean exact;

  @Option(
      names = {"-v", "--verbose"},
      description = "Say which nodes have told nothing.")
  private boolean[] verbose = {};

  public SstatCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    List<Field<StepSample>> fields = StepSampleFields.all(exact ? new Units('M') : Units.EXACT);
    PrintStream out = context.terminal().out();
    if (helpFormat) {
      fields.forEach(field -> out.println(field.names().getFirst()));
      return 0;
    }
    if (jobs == null) {
      throw CommandFailure.usage("You must give a job id: sstat -j 12, or 12.0 for one step.");
    }
    ColumnFormat<StepSample> columns = columns(fields);
    StepIds chosen = StepIds.parse(jobs);
    Controllers controllers = access.connect(context);
    int code = 0;
    boolean titled = noHeader;
    for (StepIds.Meant one : chosen.meant()) {
      List<StepSample> samples = samples(controllers, one);
      code = samples.isEmpty() ? 1 : code;
      if (!titled && !samples.isEmpty()) {
        columns.header().forEach(out::println);
        titled = true;
      }
      samples.stream()
          .flatMap(sample -> pids ? sample.byNode() : Stream.of(sample))
          .forEach(sample -> out.println(columns.line(sample)));
    }
    return code;
  }

  private ColumnFormat<StepSample> columns(List<Field<StepSample>> fields) {
    String wanted = format != null ? format : pids ? PIDS : USUAL;
    ColumnFormat.Layout layout =
        parsable || parsable2
            ? new ColumnFormat.Layout("|", !parsable2)
            : ColumnFormat.Layout.PADDED;
    try {
      return ColumnFormat.parse(wanted, fields, layout);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
  }

  private List<StepSample> samples(Controllers controllers, StepIds.Meant meant) {
    JobDetails job =
        controllers.exact(
            Request.get(Target.of("jobs", meant.job().toString()).toString()), JobDetails.class);
    List<StepDetails> steps = chosen(job, meant.step());
    if (steps.isEmpty()) {
      context
          .terminal()
          .note(
              "error: no steps running for job %s%s"
                  .formatted(
                      meant.job(),
                      all || meant.step() != null
                          ? ""
                          : "; its batch script is a step, too: sstat -a, or -j %s.batch"
                              .formatted(meant.job())));
    }
    List<StepSample> samples = new ArrayList<>();
    for (StepDetails step : steps.subList(0, Math.min(steps.size(), MOST_STEPS))) {
      samples.add(sample(controllers, job, meant, step));
    }
    if (steps.size() > MOST_STEPS) {
      context
          .terminal()
          .note(
              "job %s has %d running steps, of which these are the first %d: name others with -j %s.STEP"
                  .formatted(meant.job(), steps.size(), MOST_STEPS, meant.job()));
    }
    return samples;
  }

  private List<StepDetails> chosen(JobDetails job, @Nullable String step) {
    List<StepDetails> running =
        job.steps().stream()
            .filter(one -> one.attempt() == job.attempt() && one.status() == JobStatus.RUNNING)
            .sorted(Comparator.comparingInt(StepDetails::step))
            .toList();
    if (step != null) {
      return running.stream().filter(one -> name(one).equals(step)).toList();
    }
    return all
        ? running
        : running.stream().filter(one -> one.step() != StepId.BATCH).limit(1).toList();
  }

  private static String name(StepDetails step) {
    return step.step() == StepId.BATCH ? "batch" : Integer.toString(step.step());
  }

  private StepSample sample(
      Controllers controllers, JobDetails job, StepIds.Meant meant, StepDetails step) {
    String id = meant.job() + "." + name(step);
    try {
      StepUse use = StepUse.ask(controllers, context, job.job(), step.step());
      if (use.nodes().isEmpty() || use.partial() && verbose.length > 0) {
        context
            .terminal()
            .note(
                "%s: %d of %d nodes have told nothing: their tasks are over, or they do not reach this host"
                    .formatted(id, step.nodes().size() - use.nodes().size(), step.nodes().size()));
      }
      return new StepSample(id, step, use.nodes());
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to listen for the nodes, but " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational("Interrupted.");
    }
  }
}
