package io.pliant.cli.drill.resize;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.ClusterLayout;
import io.pliant.cli.cluster.Folders;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.Placement;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.ProgressLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Proves on this machine that resizing a running program has one outcome whatever dies, and that
 * programs which change size give the answers of those that do not.
 */
@Command(
    name = "resizes",
    description =
        "Kill each party at each step of each kind of resize, in a cluster of its own. Play random sequences of sizes with applications in Java or, with MPI, in C. Report what was not as it must be.",
    footer = {
      "",
      "Examples:",
      "  pliant drill resizes                       all faults, 200 sequences: 40 minutes on two cores",
      "  pliant drill resizes --faults 8 --sequences 4",
      "  pliant drill resizes --fault expand/armed/moving-agent --sequences 0",
      "  pliant drill resizes --programs c          the same with libimp and MPICH",
      "",
      "A fault is KIND/STEP/PARTY.",
      "Kinds: expand, shrink (by the scheduler); grow, release (by the program).",
      "Steps: offered, preparing, armed, adapting, committed.",
      "Parties: member, leader, mover (tasks); agent, moving-agent;",
      "partition, job, dialogue (controllers that host these).",
      "Exit code 1 when anything was wrong; then the folder of the drill is kept."
    })
public final class ResizeDrillCommand implements Callable<Integer> {
  private static final int CPUS = 1;
  private static final int MEMORY_MB = 512;

  /** As it is written after --programs. */
  enum Language {
    java,
    c
  }

  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Empty folder for the cluster of the drill (a new one under /tmp).")
  private @Nullable Path dir;

  @Option(
      names = "--faults",
      paramLabel = "N",
      description =
          "How many of the faults, drawn by lot so that parties, kinds and steps differ (all).")
  private @Nullable Integer faults;

  @Option(
      names = "--fault",
      paramLabel = "NAME",
      description =
          "A fault by its name; may be repeated. A name's beginning means all that have it.")
  private @Nullable List<String> named;

  @Option(
      names = "--sequences",
      paramLabel = "N",
      defaultValue = "200",
      description = "Random sequences of sizes (200).")
  private int sequences;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all that is drawn (drawn, and told).")
  private @Nullable Long seed;

  @Option(
      names = "--programs",
      paramLabel = "LANGUAGE",
      defaultValue = "java",
      description = "What the jobs run: java, or c for MPI programs (java).")
  private Language programs = Language.java;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  public ResizeDrillCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    long drawn = seed == null ? System.nanoTime() : seed;
    List<Cell> cells = cells(new Random(drawn));
    if (sequences < 0) {
      throw CommandFailure.usage("Expected --sequences of at least 0, but got " + sequences + ".");
    }
    Path path =
        dir == null
            ? Files.createTempDirectory("pliant-resizes-")
            : dir.toAbsolutePath().normalize();
    StateFolder folder = new StateFolder(path);
    if (folder.read() != null) {
      throw CommandFailure.usage(
          "Expected an empty folder for the drill, but %s has a cluster. Use another --dir."
              .formatted(path));
    }
    context
        .terminal()
        .note(
            "drill of resizes with --seed %d: %d faults, %d sequences, in %s"
                .formatted(drawn, cells.size(), sequences, path));
    try (LocalCluster cluster =
        LocalCluster.create(folder, context.home(), layout(), context.user(), Placement.PLAIN)) {
      Thread cleanup = new Thread(() -> end(cluster), "cleanup");
      Runtime.getRuntime().addShutdownHook(cleanup);
      ResizeReport report = play(cluster, cells, drawn);
      if (json) {
        context.terminal().out().print(report.json());
      } else {
        report.print(context.terminal().out());
      }
      Runtime.getRuntime().removeShutdownHook(cleanup);
      end(cluster);
      return settle(path, report.allRight());
    }
  }

  /** Ends the cluster, and tasks that live on without it when the drill itself was ended. */
  private static void end(LocalCluster cluster) {
    cluster.end();
    try {
      HostProcesses.of(cluster.folder().path().toString())
          .forEach(task -> ProcessHandle.of(task.pid()).ifPresent(ProcessHandle::destroyForcibly));
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to end the drill's tasks, but could not.", e);
    }
  }

  private List<Cell> cells(Random random) {
    List<Cell> all = Cell.all(random);
    List<String> wanted = named;
    if (wanted != null) {
      for (String name : wanted) {
        if (all.stream().noneMatch(cell -> cell.name().startsWith(name))) {
          throw CommandFailure.usage(
              "Expected a fault such as %s, but got '%s'. See pliant drill resizes --help."
                  .formatted(all.getFirst().name(), name));
        }
      }
      all = all.stream().filter(cell -> wanted.stream().anyMatch(cell.name()::startsWith)).toList();
    }
    int most = faults == null ? all.size() : faults;
    if (most < 0) {
      throw CommandFailure.usage("Expected --faults of at least 0, but got " + most + ".");
    }
    return all.subList(0, Math.min(most, all.size()));
  }

  /** Nodes for the faults have an agent process each; those for the sequences share one. */
  private static ClusterLayout layout() {
    int last = DrillField.NODES + DrillField.EMULATED;
    return new ClusterLayout(
        3,
        DrillField.NODES,
        DrillField.EMULATED,
        CPUS,
        MEMORY_MB,
        List.of(
            "%s:n[001-%03d]:easy".formatted(DrillField.FAULTS, DrillField.NODES),
            "%s:n[%03d-%03d]:easy".formatted(DrillField.SEQUENCES, DrillField.NODES + 1, last)),
        List.of());
  }

  private ResizeReport play(LocalCluster cluster, List<Cell> cells, long drawn)
      throws IOException, InterruptedException {
    DrillField field =
        new DrillField(
            cluster,
            context.home(),
            () -> ClusterAccess.of(cluster.folder().path(), false).connect(context),
            programs == Language.java
                ? new Programs.InJava(context.home())
                : CompiledPrograms.make(
                    context.home(), cluster.folder().path().resolve("programs")));
    cluster.startMissing();
    field.awaitReady();
    try (ProgressLine progress = ProgressLine.of(context.terminal())) {
      ResizeDrill drill = new ResizeDrill(field, progress);
      return new ResizeReport(
          drawn, drill.faults(cells), drill.sequences(sequences, new Random(drawn)));
    }
  }

  /** A folder of its own goes when all was right; else it is kept, for whoever looks into it. */
  private int settle(Path path, boolean right) {
    if (!right) {
      context.terminal().note("logs, journal and what the jobs said are in " + path);
      return CommandFailure.OPERATIONAL;
    }
    if (dir == null) {
      Folders.remove(path);
    }
    return 0;
  }
}
