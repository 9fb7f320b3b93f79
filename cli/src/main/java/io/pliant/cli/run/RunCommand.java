package io.pliant.cli.run;

import io.pliant.api.SubmissionCheck;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.cli.submission.OwnOptions;
import io.pliant.cli.submission.RawSpecs;
import io.pliant.cli.submission.Shipment;
import io.pliant.cli.submission.StartTest;
import io.pliant.core.id.JobId;
import io.pliant.core.option.Attendance;
import io.pliant.core.option.OptionHelp;
import io.pliant.core.option.RunCommandLine;
import io.pliant.core.option.RunOptions;
import io.pliant.core.option.StepPrograms;
import io.pliant.core.option.SubmitOption;
import io.pliant.core.option.VariableOptions;
import io.pliant.core.spec.MpiStart;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submission;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
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
    VariableOptions variables = VariableOptions.ofRun(context.environment());
    RunCommandLine line;
    try {
      line = RunCommandLine.split(variables.before(own.rest()));
    } catch (IllegalArgumentException e) {
      context.terminal().hint(variables.hint());
      throw CommandFailure.usage(e.getMessage() + " Try 'pliant run --help'.");
    }
    try {
      return run(own, line);
    } catch (CommandFailure | ApiRefusal e) {
      context.terminal().hint(variables.hint());
      throw e;
    }
  }

  private int run(OwnOptions own, RunCommandLine line) {
    if (line.help()) {
      context.terminal().out().print(help());
      return 0;
    }
    if (!line.further().isEmpty() && jobOf(line) == null) {
      throw CommandFailure.usage(
          "Expected one program, but got one for each component of a job pack, which only steps have. Allocate it first: salloc -N1 : -N2 srun A : B");
    }
    if (!line.further().isEmpty() && line.attendance().manyPrograms()) {
      throw CommandFailure.usage(
          "Expected --multi-prog or a program for each component of a job pack, but got both.");
    }
    if (line.options().contains("--mpi=" + MpiStart.LIST)) {
      context.terminal().out().print(mpiWays());
      return 0;
    }
    boolean attached = attached(line);
    if (!line.quiet()) {
      line.warnings().forEach(warning -> context.terminal().note("warning: " + warning));
    }
    ClusterAccess access = ClusterAccess.of(own.dir(), own.json());
    if (line.testOnly()) {
      return test(line, access);
    }
    Attendance attendance = line.attendance();
    LocalTerminal terminal =
        attendance.terminal() ? LocalTerminal.ofThisProcess() : LocalTerminal.none();
    RunMessages messages =
        new RunMessages(context.terminal().err(), context.program(), line.quiet(), terminal);
    try {
      LocalProgram.run(attendance.prolog(), messages);
      int code = attend(line, attached, access, messages);
      LocalProgram.run(attendance.epilog(), messages);
      return code;
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to listen for the tasks, but " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational("Interrupted.");
    }
  }

  /** What {@code --mpi=list} says: as Slurm's, on a line each. */
  private static String mpiWays() {
    StringBuilder text = new StringBuilder("MPI plugin types are...\n\tnone\n");
    for (MpiStart.Way way : MpiStart.Way.values()) {
      text.append("\t%-6s %s\n".formatted(way.word(), way.programs()));
    }
    return text.toString();
  }

  /** Nothing listens: no task will ever speak. */
  private int test(RunCommandLine line, ClusterAccess access) {
    if (jobOf(line) != null) {
      throw CommandFailure.usage(
          "Expected --test-only outside a job: a step starts as soon as its job has room for it.");
    }
    StepIo io = new StepIo("127.0.0.1", 1, Shipment.randomWord(), line.label());
    SubmissionCheck check =
        new StepSubmission(access.connect(context))
            .check(submission(line, line.command(), io, access, false));
    String said = StartTest.line(check, ZoneId.systemDefault());
    if (!line.quiet()) {
      check.warnings().forEach(warning -> context.terminal().note("warning: " + warning));
      context.terminal().err().println(context.program() + ": " + said);
    }
    return 0;
  }

  private int attend(
      RunCommandLine line, boolean attached, ClusterAccess access, RunMessages messages)
      throws IOException, InterruptedException {
    Controllers controllers = access.connect(context);
    String secret = Shipment.randomWord();
    InetAddress address = ListenAddress.choose(context);
    TaskOutput output =
        new TaskOutput(
            context.terminal().out(),
            context.terminal().err(),
            line.label(),
            line.attendance().terminal());
    try (StepListener listener = StepListener.open(address, secret, output, messages)) {
      StepIo here = new StepIo(address.getHostAddress(), listener.port(), secret, line.label());
      StepIo io = attached ? here : here.withoutStreams();
      JobId job = jobOf(line);
      StepSubmission request = new StepSubmission(controllers);
      if (job != null) {
        StepPrograms programs =
            programs(submission(line, line.command(), io, access, true), line.further());
        RunOptions options = programs.options();
        List<String> command = TaskCommand.of(programs.command(), line.attendance());
        if (!line.quiet()) {
          options.warnings().forEach(warning -> context.terminal().note("warning: " + warning));
        }
        RunTarget target =
            new StepWait(request, messages)
                .step(job, options, command, line.attendance().patience());
        RunSession session = new RunSession(controllers, target, messages);
        return stay(session, line.attendance(), attached, listener, messages);
      }
      List<String> command = TaskCommand.of(line.command(), line.attendance());
      Submission submission = submission(line, command, io, access, false);
      RunSession session = new RunSession(controllers, request.job(submission), messages);
      return stay(session, line.attendance(), attached, listener, messages);
    } finally {
      output.finish();
      messages.terminal().giveBack();
    }
  }

  private static int stay(
      RunSession session,
      Attendance attendance,
      boolean attached,
      StepListener listener,
      RunMessages messages)
      throws InterruptedException, IOException {
    if (!attached) {
      if (attendance.killOnBadExit() || attendance.afterFirst() != null) {
        messages.note(
            "warning: --kill-on-bad-exit, --wait: not looked at with --output, since no task tells how it ends before all have.");
      }
      listener.serve(InputFanout::end);
      return session.await(attendance);
    }
    SignalForwarding.install(listener, session, messages);
    listener.serve(
        input(
            attendance,
            messages.terminal(),
            listener)); // open until this process ends, as a thread may be reading
    return session.attend(listener, attendance);
  }

  private static StepInput input(
      Attendance attendance, LocalTerminal terminal, StepListener listener) throws IOException {
    String named = attendance.input();
    InputStream stdin =
        named == null
            ? System.in
            : named.equals(Attendance.NO_INPUT)
                ? InputStream.nullInputStream()
                : Files.newInputStream(Path.of(named));
    return attendance.terminal()
        ? new TerminalInput(stdin, terminal, listener)
        : input -> input.readAll(stdin);
  }

  /** True unless the streams go to files; the controller decides by the same option. */
  private static boolean attached(RunCommandLine line) {
    boolean attached = line.options().stream().noneMatch(option -> option.startsWith("--output="));
    String input = line.attendance().input();
    if (!attached && input != null && !input.equals(Attendance.NO_INPUT)) {
      throw CommandFailure.usage(
          "Expected --input without --output, but got both: write bash -c 'PROGRAM < FILE'.");
    }
    boolean toFile = !attached || line.options().stream().anyMatch(o -> o.startsWith("--error="));
    if (line.attendance().terminal() && (toFile || line.label())) {
      throw CommandFailure.usage(
          "Expected --pty without --output, --error and --label: a terminal has one stream, which comes here. Write ... | tee FILE.");
    }
    return attached;
  }

  private @Nullable JobId jobOf(RunCommandLine line) {
    if (line.job() != null) {
      return line.job();
    }
    String own = context.variable("PLIANT_JOB_ID");
    String slurm = own == null ? context.variable("SLURM_JOB_ID") : own;
    return slurm == null ? null : JobId.parse(slurm);
  }

  private Submission submission(
      RunCommandLine line, List<String> command, StepIo io, ClusterAccess access, boolean inJob) {
    return new Submission(
        null,
        null,
        List.of(),
        new StepWords(context, line).options(inJob),
        command,
        io,
        Shipment.workingDirectory(),
        Shipment.environment(context, access.folder(context)),
        Shipment.randomWord());
  }

  private static StepPrograms programs(
      Submission submission, List<StepPrograms.Description> further) {
    try {
      return further.isEmpty()
          ? new StepPrograms(RunOptions.read(submission), submission.command())
          : StepPrograms.read(submission, further);
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
