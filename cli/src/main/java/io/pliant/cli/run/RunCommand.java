package io.pliant.cli.run;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.cli.submission.OwnOptions;
import io.pliant.cli.submission.RawSpecs;
import io.pliant.cli.submission.Shipment;
import io.pliant.core.id.JobId;
import io.pliant.core.option.OptionHelp;
import io.pliant.core.option.RunCommandLine;
import io.pliant.core.option.RunOptions;
import io.pliant.core.option.SubmitOption;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submission;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs a command as tasks, as {@code srun} does: as a step inside a job, else as a job of its own.
 */
public final class RunCommand implements RawCommand {
  private static final String DESCRIPTION =
      "Run a command as tasks, as srun does: a step inside a job, else a job of its own.";

  private final Context context;

  public RunCommand(Context context) {
    this.context = context;
  }

  @Override
  public CommandSpec spec() {
    return RawSpecs.of("run", DESCRIPTION, SubmitOption.ofRun());
  }

  @Override
  public int run(List<String> arguments) {
    OwnOptions own = OwnOptions.pick(arguments, SubmitOption.ofRun());
    RunCommandLine line;
    try {
      line = RunCommandLine.split(own.rest());
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(e.getMessage() + " Try 'pliant run --help'.");
    }
    if (line.help()) {
      context.terminal().out().print(help());
      return 0;
    }
    if (!line.quiet()) {
      line.warnings().forEach(warning -> context.terminal().note("warning: " + warning));
    }
    ClusterAccess access = ClusterAccess.of(own.dir(), own.json());
    try {
      return attend(line, access);
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to listen for the tasks, but " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational("Interrupted.");
    }
  }

  private int attend(RunCommandLine line, ClusterAccess access)
      throws IOException, InterruptedException {
    RunMessages messages =
        new RunMessages(context.terminal().err(), context.program(), line.quiet());
    Controllers controllers = access.connect(context);
    String secret = Shipment.randomWord();
    InetAddress address = ListenAddress.choose(context);
    TaskOutput output =
        new TaskOutput(context.terminal().out(), context.terminal().err(), line.label());
    try (StepListener listener = StepListener.open(address, secret, output, messages)) {
      StepIo io = new StepIo(address.getHostAddress(), listener.port(), secret, line.label());
      JobId job = jobOf(line);
      Submission submission = submission(line, io, access);
      StepSubmission request = new StepSubmission(controllers);
      if (job != null) {
        RunOptions options = read(submission);
        if (!line.quiet()) {
          options.warnings().forEach(warning -> context.terminal().note("warning: " + warning));
        }
        RunTarget target = new StepWait(request, messages).step(job, options, line.command());
        return stay(
            new RunSession(controllers, target, messages),
            options.io() != null,
            listener,
            messages);
      }
      RunTarget target = request.job(submission);
      return stay(
          new RunSession(controllers, target, messages), attached(line), listener, messages);
    } finally {
      output.finish();
    }
  }

  private static int stay(
      RunSession session, boolean attached, StepListener listener, RunMessages messages)
      throws InterruptedException {
    if (!attached) {
      return session.await();
    }
    SignalForwarding.install(listener, session, messages);
    listener.serve(System.in);
    return session.attend(listener);
  }

  /** True unless the streams go to files; the controller decides by the same option. */
  private static boolean attached(RunCommandLine line) {
    return line.options().stream().noneMatch(option -> option.startsWith("--output="));
  }

  private @Nullable JobId jobOf(RunCommandLine line) {
    if (line.job() != null) {
      return line.job();
    }
    String own = context.variable("PLIANT_JOB_ID");
    String slurm = own == null ? context.variable("SLURM_JOB_ID") : own;
    return slurm == null ? null : JobId.parse(slurm);
  }

  private Submission submission(RunCommandLine line, StepIo io, ClusterAccess access) {
    return new Submission(
        null,
        null,
        List.of(),
        line.options(),
        line.command(),
        io,
        Shipment.workingDirectory(),
        Shipment.environment(context, access.folder(context)),
        Shipment.randomWord());
  }

  private static RunOptions read(Submission submission) {
    try {
      return RunOptions.read(submission);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(e.getMessage() + " Try 'pliant run --help'.");
    }
  }

  private static String help() {
    return """
    Usage: pliant run [OPTION...] PROGRAM [ARGUMENT...]
    %s
    Output comes here, standard input goes to every task; the exit code is the highest of the tasks'.

    %s%s
    %s
    Examples:
      pliant run hostname
      pliant run -N2 -n8 -l ./solver input.dat
      pliant run -p debug -t 5 bash -c 'echo $SLURM_PROCID of $SLURM_NTASKS'
    """
        .formatted(
            DESCRIPTION,
            OptionHelp.of(SubmitOption.ofRun()),
            OwnOptions.HELP,
            OptionHelp.unkept(SubmitOption.ofRun()));
  }
}
