package io.pliant.cli.run;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.cli.submission.NodeFiles;
import io.pliant.cli.submission.OwnOptions;
import io.pliant.cli.submission.RawSpecs;
import io.pliant.cli.submission.Shipment;
import io.pliant.core.option.Attendance;
import io.pliant.core.option.OptionHelp;
import io.pliant.core.option.RunCommandLine;
import io.pliant.core.option.SubmitOption;
import io.pliant.core.option.VariableOptions;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submission;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import sun.misc.Signal;

/**
 * Holds nodes while a program runs here that uses them, as {@code salloc} does. The job's only task
 * waits for the end of its input, so the nodes are free again when this process ends in any way.
 */
public final class AllocateCommand implements RawCommand {
  private static final String DESCRIPTION =
      "Hold nodes while a program, or a shell, runs here and uses them with run, as salloc does.";

  /** The first task tells its variables and stays; the others are not needed. */
  private static final List<String> HOLDER =
      List.of(
          "/bin/sh",
          "-c",
          "[ \"$SLURM_PROCID\" = 0 ] || exit 0; env -0; printf '\\0'; exec cat > /dev/null");

  /** Stands for the program of an allocation that nobody here uses. */
  private static final String SCRIPT = "#!/bin/sh\nexec sleep infinity\n";

  private static final int FREED_WITHIN_SECONDS = 15;

  private final Context context;

  public AllocateCommand(Context context) {
    this.context = context;
  }

  @Override
  public CommandSpec spec() {
    return RawSpecs.of("allocate", DESCRIPTION, RunCommandLine.ofAllocation());
  }

  @Override
  public int run(List<String> arguments) {
    OwnOptions own = OwnOptions.pick(arguments, SubmitOption.ofRun());
    VariableOptions variables = VariableOptions.ofAllocate(context.environment());
    AllocationManners manners = AllocationManners.pick(own.rest(), context.environment());
    RunCommandLine line;
    try {
      line = RunCommandLine.split(variables.before(manners.rest()), List.of(shell()));
    } catch (IllegalArgumentException e) {
      context.terminal().hint(variables.hint());
      throw CommandFailure.usage(e.getMessage() + " Try 'pliant allocate --help'.");
    }
    if (line.help()) {
      context.terminal().out().print(help());
      return 0;
    }
    check(line);
    RunMessages messages =
        new RunMessages(context.terminal().err(), context.program(), line.quiet());
    line.warnings().forEach(warning -> messages.note("warning: " + warning));
    try {
      ClusterAccess access = ClusterAccess.of(own.dir(), own.json());
      return manners.noShell()
          ? leave(line, access, messages, manners)
          : hold(line, access, messages, manners);
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to listen for the task, but " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RunSession.interrupted();
    }
  }

  private String shell() {
    String named = context.variable("SHELL");
    return named == null || named.isEmpty() ? "/bin/sh" : named;
  }

  /** Options about tasks mean nothing here: there are none but those of the program's steps. */
  private static void check(RunCommandLine line) {
    Attendance asked = line.attendance();
    boolean ofTasks =
        line.label()
            || line.job() != null
            || !asked.equals(Attendance.waiting(asked.patience(), false))
            || line.options().stream().anyMatch(o -> o.matches("--(output|error|open-mode)=.*"));
    if (ofTasks) {
      throw CommandFailure.usage(
          "Expected options of a job, but got some about the streams and ends of tasks. Give them to the srun within.");
    }
  }

  /** Holds nodes for a job without a program here, and returns once it has them. */
  private int leave(
      RunCommandLine line, ClusterAccess access, RunMessages messages, AllocationManners manners)
      throws InterruptedException {
    if (!line.command().equals(List.of(shell()))) {
      throw CommandFailure.usage(
          "Expected --no-shell without a program, but got one. Run it with: srun --jobid=JOB PROGRAM");
    }
    Controllers controllers = access.connect(context);
    List<String> options =
        RunCommandLine.withOfJob(options(line), List.of("--output=/dev/null", "--no-requeue"));
    long begun = System.nanoTime();
    RunTarget target =
        new StepSubmission(controllers)
            .job(
                new Submission(
                    SCRIPT,
                    "no-shell",
                    List.of(),
                    options,
                    List.of(),
                    null,
                    Shipment.workingDirectory(),
                    Shipment.environment(context, access.folder(context)),
                    Shipment.randomWord()));
    RunSession session = new RunSession(controllers, target, messages);
    for (String signal : List.of("INT", "TERM", "HUP")) {
      Signal.handle(new Signal(signal), _ -> Thread.startVirtualThread(session::cancel));
    }
    if (!session.awaitNodes(line.attendance())) {
      messages.error(target.name() + " was over before it had nodes");
      return 1;
    }
    announce(target, messages, manners, begun);
    return 0;
  }

  private void announce(
      RunTarget target, RunMessages messages, AllocationManners manners, long begunNanos) {
    messages.note("Granted " + target.name());
    if (context.terminal().interactive()
        && manners.rings(Duration.ofNanos(System.nanoTime() - begunNanos))) {
      context.terminal().out().print('\u0007');
      context.terminal().out().flush();
    }
  }

  private int hold(
      RunCommandLine line, ClusterAccess access, RunMessages messages, AllocationManners manners)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Controllers controllers = access.connect(context);
    String secret = Shipment.randomWord();
    InetAddress address = ListenAddress.choose(context);
    AllocationVariables variables = new AllocationVariables();
    PrintStream told = new PrintStream(variables, true, StandardCharsets.UTF_8);
    TaskOutput output = new TaskOutput(told, context.terminal().err(), false, true);
    try (StepListener listener = StepListener.open(address, secret, output, messages)) {
      StepIo io = new StepIo(address.getHostAddress(), listener.port(), secret, false);
      RunTarget target = new StepSubmission(controllers).job(submission(line, io, access));
      RunSession session = new RunSession(controllers, target, messages);
      for (String signal : List.of("INT", "TERM", "HUP")) {
        Signal.handle(new Signal(signal), _ -> Thread.startVirtualThread(session::cancel));
      }
      CountDownLatch done = new CountDownLatch(1);
      listener.serve(input -> {
        done.await();
        input.end();
      });
      CompletableFuture<Integer> over = attend(session, listener, line.attendance());
      Map<String, String> ofTheJob = granted(variables, over);
      if (ofTheJob == null) {
        return 1;
      }
      announce(target, messages, manners, begun);
      Runnable revoking = () -> messages.note(target.name() + " is over: its nodes are revoked");
      int code = use(line, ofTheJob, over, revoking, manners);
      if (!over.isDone()) {
        messages.note("Relinquishing " + target.name());
      }
      done.countDown();
      settle(over);
      return code;
    }
  }

  private static CompletableFuture<Integer> attend(
      RunSession session, StepListener listener, Attendance attendance) {
    CompletableFuture<Integer> over = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("attending")
        .daemon()
        .start(() -> {
          try {
            over.complete(
                session.attend(listener, Attendance.waiting(attendance.patience(), false)));
          } catch (InterruptedException | RuntimeException e) {
            over.completeExceptionally(e);
          }
        });
    return over;
  }

  /** The variables of the job once it has its nodes; null when it is over before. */
  private static @Nullable Map<String, String> granted(
      AllocationVariables variables, CompletableFuture<Integer> over) throws InterruptedException {
    try {
      CompletableFuture.anyOf(variables.whole(), over).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CommandFailure failure
          ? failure
          : CommandFailure.operational("Expected nodes, but " + e.getCause());
    }
    return variables.whole().isDone() ? variables.whole().join() : null;
  }

  private int use(
      RunCommandLine line,
      Map<String, String> ofTheJob,
      CompletableFuture<Integer> over,
      Runnable revoking,
      AllocationManners manners)
      throws InterruptedException {
    boolean ownShell = line.command().equals(List.of(shell()));
    AllocatedProgram program =
        AllocatedProgram.start(line.command(), ofTheJob, folder(line.options()));
    boolean revoked = false;
    while (!program.isOver()) {
      if (over.isDone() && !revoked) {
        revoked = true;
        revoking.run();
        String signal = manners.revoked(ownShell);
        if (signal != null) {
          program.signal(signal);
        }
      }
    }
    return program.exitCode();
  }

  private static void settle(CompletableFuture<Integer> over) throws InterruptedException {
    try {
      over.get(FREED_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException | CompletionException e) {
      return; // the task ends with this process
    }
  }

  private static @Nullable String folder(List<String> options) {
    return options.stream()
        .filter(option -> option.startsWith("--chdir="))
        .map(option -> Path.of(option.substring("--chdir=".length())).toString())
        .findFirst()
        .orElse(null);
  }

  private Submission submission(RunCommandLine line, StepIo io, ClusterAccess access) {
    return new Submission(
        null,
        null,
        List.of(),
        options(line),
        HOLDER,
        io,
        Shipment.workingDirectory(),
        Shipment.environment(context, access.folder(context)),
        Shipment.randomWord());
  }

  private List<String> options(RunCommandLine line) {
    List<String> named = NodeFiles.added(line.options(), line.nodeFile());
    List<String> options = NodeFiles.placed(named, context);
    return options.stream().anyMatch(option -> option.startsWith("--job-name="))
        ? options
        : RunCommandLine.withOfJob(options, List.of("--job-name=interactive"));
  }

  private static String help() {
    return """
    Usage: pliant allocate [OPTION...] [PROGRAM [ARGUMENT...]]
    %s
    Without a program it is your shell. The exit code is the program's; the nodes are free when it ends.

    %s%s
    Examples:
      pliant allocate -N2 -t 30
      pliant allocate -n8 pliant run ./solver input.dat
    """
        .formatted(
            DESCRIPTION,
            OptionHelp.of(RunCommandLine.ofAllocation()),
            AllocationManners.HELP + OwnOptions.HELP);
  }
}
