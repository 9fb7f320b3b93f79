package io.pliant.cli.run;

import io.pliant.api.JobDetails;
import io.pliant.api.StepDetails;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.submission.Shipment;
import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobId;
import io.pliant.core.id.StepId;
import io.pliant.core.option.Attendance;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at a running step of {@code srun} from outside, as Slurm's {@code sattach}. */
@Command(
    name = "sattach",
    description = {
      "Show what the tasks of a running step write from now on, as Slurm's sattach does.",
      "The step feels nothing of it: Ctrl-C ends the view alone. The exit code is the step's."
    },
    footer = {
      "",
      "Examples:",
      "  sattach -l 12.0                the output of all tasks, with their numbers",
      "  sattach --output-filter=3 12.0 standard output of task 3 alone",
      "  sattach --layout 12.0          which task is on which node"
    })
public final class AttachCommand implements Callable<Integer> {
  private static final Pattern STEP = Pattern.compile("([^.]+)\\.(batch|[0-9]{1,9})");

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(index = "0", paramLabel = "JOB.STEP", description = "As in 12.0 or 12_7.1.")
  private String step = "";

  @Option(
      names = {"-l", "--label"},
      description = "Begin each line with the number of its task.")
  private boolean label;

  @Option(
      names = "--output-filter",
      paramLabel = "TASK",
      description = "Standard output of this task alone.")
  private @Nullable Integer output;

  @Option(
      names = "--error-filter",
      paramLabel = "TASK",
      description = "Standard error of this task alone.")
  private @Nullable Integer error;

  @Option(
      names = "--input-filter",
      paramLabel = "TASK",
      description = "Refused: input comes from the step's own srun.")
  private @Nullable String input;

  @Option(names = "--pty", description = "Refused: a view has no terminal of the tasks.")
  private boolean terminal;

  @Option(names = "--layout", description = "Show which task is on which node, and nothing else.")
  private boolean layout;

  @Option(
      names = {"-Q", "--quiet"},
      description = "Errors alone.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Say which nodes have been reached.")
  private boolean[] verbose = {};

  public AttachCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (input != null) {
      throw CommandFailure.usage(
          "Expected no --input-filter: tasks get their input from the step's own srun alone. Give it there with --input.");
    }
    if (terminal) {
      throw CommandFailure.usage(
          "Expected no --pty: a view shows the terminal of task 0, but types nothing. Leave --pty out, or start srun --pty.");
    }
    Matcher named = STEP.matcher(step);
    if (!named.matches()) {
      throw CommandFailure.usage(
          "Invalid job step id '%.60s': expected JOB.STEP, as in 12.0.".formatted(step));
    }
    Controllers controllers = access.connect(context);
    JobId job = job(controllers, named.group(1));
    int number = named.group(2).equals("batch") ? StepId.BATCH : Integer.parseInt(named.group(2));
    try {
      return layout ? layout(controllers, job, number) : attach(controllers, job, number);
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to listen for the nodes, but " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RunSession.interrupted();
    }
  }

  private static JobId job(Controllers controllers, String text) {
    try {
      JobRef ref = JobRef.parse(text);
      return ref.elements() == null
          ? ref.job()
          : controllers
              .exact(Request.get(Target.of("jobs", text).toString()), JobDetails.class)
              .job();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
  }

  private int attach(Controllers controllers, JobId job, int number)
      throws IOException, InterruptedException {
    TaskOutput sink =
        new TaskOutput(
            context.terminal().out(),
            context.terminal().err(),
            label,
            false,
            new TaskOutput.Only(output, error));
    RunMessages messages = new RunMessages(context.terminal().err(), context.program(), quiet);
    try (StepListener listener =
        StepListener.open(ListenAddress.choose(context), Shipment.randomWord(), sink, messages)) {
      Onlooking onlooking = new Onlooking(controllers, job, number, listener, false);
      StepDetails details = onlooking.ask();
      checkTask("--output-filter", output, details);
      checkTask("--error-filter", error, details);
      listener.serve(InputFanout::end);
      OnlookingWatch.start(onlooking, details, verbose.length > 0, messages);
      RunTarget target = new RunTarget.OfJob(job.value(), number);
      return new RunSession(controllers, target, messages).attend(listener, Attendance.USUAL);
    } finally {
      sink.finish();
    }
  }

  private static void checkTask(String option, @Nullable Integer task, StepDetails step) {
    if (task != null && (task < 0 || task >= step.tasks())) {
      throw CommandFailure.usage(
          "Expected %s to name a task from 0 to %d, but got %d."
              .formatted(option, step.tasks() - 1, task));
    }
  }

  private int layout(Controllers controllers, JobId job, int number)
      throws IOException, InterruptedException {
    StepUse use = StepUse.ask(controllers, context, job, number);
    StepLayout.lines(use).forEach(context.terminal().out()::println);
    if (use.partial()) {
      context
          .terminal()
          .note("nodes without tasks here are over, or could not be reached from them");
    }
    return 0;
  }
}
