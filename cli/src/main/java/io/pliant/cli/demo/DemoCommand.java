package io.pliant.cli.demo;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.ClusterLayout;
import io.pliant.cli.cluster.Folders;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.Readiness;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.submission.ScriptSubmission;
import io.pliant.cli.terminal.ProgressLine;
import io.pliant.cli.terminal.Terminal;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.format.TimeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Shows on this host what the scheduler is for: jobs run on while a controller dies, and nothing is
 * lost.
 */
@Command(
    name = "demo",
    description =
        "Watch a cluster run a dozen jobs, resize one, and survive the death of a controller.",
    footer = {
      "",
      "Examples:",
      "  pliant demo            in a temporary folder, everything gone afterwards",
      "  pliant demo --keep     leave the cluster up to play with",
      "",
      "Exit code 0 only when every job ended as it had to and nothing was lost."
    })
public final class DemoCommand implements Callable<Integer> {
  /** What a node draws by its emulated meter while no task runs there. */
  static final double IDLE_WATTS = 71;

  /** What a node draws while tasks run there. */
  static final double BUSY_WATTS = 200;

  private static final ClusterLayout LAYOUT =
      new ClusterLayout(
          3,
          4,
          8,
          2,
          1024,
          List.of("main:n[001-004]", "flex:n[005-012]:performance-aware"),
          List.of(
              "node.power.sensor=emulated",
              "node.power.emulated.idle=" + IDLE_WATTS,
              "node.power.emulated.busy=" + BUSY_WATTS));
  private static final Duration BOOT_PATIENCE = Duration.ofMinutes(5);
  private static final long FRAME_MILLIS = 200;

  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "State folder to make the cluster in. Default: a temporary one.")
  private @Nullable Path dir;

  @Option(names = "--keep", description = "Leave the cluster up afterwards, whole again.")
  private boolean keep;

  @Option(names = "--fast", description = "Shorter jobs.")
  private boolean fast;

  public DemoCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    long start = System.nanoTime();
    Path path = dir == null ? Files.createTempDirectory("pliant-demo-") : dir.toAbsolutePath();
    StateFolder folder = new StateFolder(path);
    if (folder.read() != null) {
      throw CommandFailure.usage(
          "Expected an empty folder for the demo, but %s has a cluster. Use another --dir."
              .formatted(folder.path()));
    }
    boolean right;
    try (LocalCluster cluster =
        LocalCluster.create(folder, context.home(), LAYOUT, context.user())) {
      Thread cleanup = new Thread(cluster::end, "cleanup");
      Runtime.getRuntime().addShutdownHook(cleanup);
      boot(cluster);
      right = play(cluster, folder);
      if (keep) {
        cluster.startMissing();
        await(cluster);
        Runtime.getRuntime().removeShutdownHook(cleanup);
      } else {
        Runtime.getRuntime().removeShutdownHook(cleanup);
        cluster.end();
      }
    }
    tell(right, folder, Duration.ofNanos(System.nanoTime() - start));
    return right ? 0 : CommandFailure.OPERATIONAL;
  }

  private void boot(LocalCluster cluster) {
    context
        .terminal()
        .out()
        .println(
            "Starting a new cluster: 3 controllers, 4 nodes with a process each, 8 nodes in one ...");
    context.terminal().out().flush();
    cluster.startMissing();
    await(cluster);
  }

  private void await(LocalCluster cluster) {
    try (ProgressLine line = ProgressLine.of(context.terminal())) {
      new Readiness(
              cluster,
              BOOT_PATIENCE,
              now ->
                  line.show(
                      "%d of %d controllers and %d of %d nodes are up"
                          .formatted(
                              now.controllers(),
                              now.controllersTotal(),
                              now.nodes(),
                              now.nodesTotal())))
          .await();
    }
  }

  /** True when all went as it had to. */
  private boolean play(LocalCluster cluster, StateFolder folder)
      throws IOException, InterruptedException {
    Path marks = Files.createDirectories(folder.path().resolve("demo-marks"));
    Path output = Files.createDirectories(folder.path().resolve("demo-output"));
    Map<String, String> environment = new TreeMap<>(context.environment());
    environment.put("DEMO_MARKS", marks.toString());
    environment.put("DEMO_JAVA", Path.of(System.getProperty("java.home"), "bin/java").toString());
    environment.put("DEMO_IMP", context.home().resolve("target/dist/imp") + "/*");
    environment.remove("PLIANT_CONTROLLERS");
    Context ofJobs = new Context(context.terminal(), environment, context.home());
    Controllers controllers = ClusterAccess.of(folder.path(), false).connect(quiet(ofJobs));
    Controllers polling = ClusterAccess.of(folder.path(), false).connect(quiet(ofJobs));
    DemoBoard board = new DemoBoard(Instant.now());
    DemoDirector director =
        new DemoDirector(
            new ScriptSubmission(ofJobs, folder),
            controllers,
            cluster.record(),
            board,
            output,
            marks.resolve("hurry"));
    DemoView view = new DemoView(context.terminal(), board, cluster.record());
    try (DemoPoller poller = DemoPoller.start(polling, board)) {
      show(view, director, poller);
    }
    Duration outage = board.outage();
    context.terminal().out().println();
    DemoVerdict verdict = DemoVerdict.of(board.jobs(), controllers, marks);
    verdict.print(context.terminal());
    context
        .terminal()
        .out()
        .println(
            "Controller %s was killed; another had taken over after %s. No running task noticed."
                .formatted(
                    board.killed(), TimeText.stopwatch(outage == null ? Duration.ZERO : outage)));
    HeatVerdict heat = HeatVerdict.of(board, output);
    heat.print(context.terminal());
    EnergyVerdict energy = EnergyVerdict.of(board.jobs(), controllers);
    energy.print(context.terminal());
    return verdict.allRight() && heat.right() && energy.right();
  }

  private void show(DemoView view, DemoDirector director, DemoPoller poller)
      throws InterruptedException {
    view.open();
    CompletableFuture<Void> played =
        CompletableFuture.runAsync(() -> {
          try {
            director.play(DemoJob.all(fast));
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        });
    while (!played.isDone()) {
      view.draw();
      Thread.sleep(FRAME_MILLIS);
    }
    poller.close();
    view.draw();
    try {
      played.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof CommandFailure failure
          ? failure
          : CommandFailure.operational("Expected the demo to go on, but " + e.getCause());
    }
  }

  /** Notes about waiting would tear the picture; the board says the same. */
  private static Context quiet(Context of) {
    Terminal terminal = of.terminal();
    java.io.PrintStream nowhere =
        new java.io.PrintStream(
            java.io.OutputStream.nullOutputStream(),
            false,
            java.nio.charset.StandardCharsets.UTF_8);
    return new Context(
        new Terminal(terminal.out(), nowhere, false, false, 0), of.environment(), of.home());
  }

  private void tell(boolean right, StateFolder folder, Duration took) {
    Terminal terminal = context.terminal();
    terminal.out().println();
    terminal
        .out()
        .println(
            right
                ? terminal.styled(Style.GOOD, "All right.")
                    + " "
                    + TimeText.stopwatch(took)
                    + " in all."
                : terminal.styled(Style.BAD, "NOT ALL RIGHT.")
                    + " Logs, marks and output: "
                    + folder.path());
    terminal.out().println();
    if (keep) {
      terminal.out().println("The cluster is up. What to type next:");
      terminal.out().println("  export PLIANT_HOME=" + folder.path());
    } else {
      terminal.out().println("What to type next:");
      terminal.out().println("  ./pliant up --controllers 3 --nodes 4");
    }
    terminal.out().println("  ./pliant submit --wrap 'srun hostname; sleep 20'");
    terminal.out().println("  ./pliant queue");
    terminal.out().println("  ./pliant history");
    terminal.out().println("  ./pliant down");
    if (dir == null && !keep && right) {
      Folders.remove(folder.path());
    }
  }
}
