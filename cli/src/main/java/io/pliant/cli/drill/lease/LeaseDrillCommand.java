package io.pliant.cli.drill.lease;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.Folders;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.Placement;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.drill.resize.HostProcesses;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.ProgressLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Proves on this machine that no lent node is lost or has two jobs, whatever dies. */
@Command(
    name = "leases",
    description =
        "Kill each party at each step of a lease of nodes between partitions, in a cluster of its own. Report what was not as it must be.",
    footer = {
      "",
      "Examples:",
      "  pliant drill leases                     all faults once: 10 minutes on two cores",
      "  pliant drill leases --faults 5 --seed 7",
      "  pliant drill leases --fault returning/lender --rounds 20",
      "",
      "A fault is STEP/PARTY.",
      "Steps: collecting, launching, running, returning.",
      "Parties: borrower, lender, both, all (controllers); agent, task (of a lent node); job.",
      "Exit code 1 when anything was wrong; then the folder of the drill is kept."
    })
public final class LeaseDrillCommand implements Callable<Integer> {
  /** As it is written after --placement. */
  enum Where {
    spread,
    leader
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
      description = "How many of the faults of each round, drawn by lot (all).")
  private @Nullable Integer faults;

  @Option(
      names = "--fault",
      paramLabel = "NAME",
      description =
          "A fault by its name; may be repeated. A name's beginning means all that have it.")
  private @Nullable List<String> named;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often all of them, at other times and sizes (1).")
  private int rounds;

  @Option(
      names = "--placement",
      paramLabel = "WHERE",
      defaultValue = "spread",
      description =
          "Where partitions live: spread, so that lender and borrower are on different controllers, or leader (spread).")
  private Where placement = Where.spread;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all that is drawn (drawn, and told).")
  private @Nullable Long seed;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  public LeaseDrillCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    long drawn = seed == null ? System.nanoTime() : seed;
    List<LeaseFault> all = chosen(new Random(drawn));
    Path path =
        dir == null
            ? Files.createTempDirectory("pliant-leases-")
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
            "drill of leases with --seed %d: %d faults, in %s".formatted(drawn, all.size(), path));
    try (LocalCluster cluster =
        LocalCluster.create(
            folder,
            context.home(),
            LeaseField.layout(placement.name()),
            context.user(),
            Placement.PLAIN)) {
      Thread cleanup = new Thread(() -> end(cluster), "cleanup");
      Runtime.getRuntime().addShutdownHook(cleanup);
      LeaseReport report = play(cluster, all, drawn);
      if (json) {
        context.terminal().out().print(report.json());
      } else {
        report.print(context.terminal().out());
      }
      Runtime.getRuntime().removeShutdownHook(cleanup);
      end(cluster);
      return settle(path, report.wrong() == 0);
    }
  }

  private List<LeaseFault> chosen(Random random) {
    if (rounds < 1 || (faults != null && faults < 1)) {
      throw CommandFailure.usage("Expected --rounds and --faults of at least 1.");
    }
    List<LeaseFault> all = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      List<LeaseFault> round = named(LeaseFault.all(random));
      all.addAll(round.subList(0, faults == null ? round.size() : Math.min(faults, round.size())));
    }
    return all;
  }

  private List<LeaseFault> named(List<LeaseFault> all) {
    List<String> wanted = named;
    if (wanted == null) {
      return all;
    }
    for (String name : wanted) {
      if (all.stream().noneMatch(fault -> fault.name().startsWith(name))) {
        throw CommandFailure.usage(
            "Expected a fault such as %s, but got '%s'. See pliant drill leases --help."
                .formatted(all.getFirst().name(), name));
      }
    }
    return all.stream().filter(f -> wanted.stream().anyMatch(f.name()::startsWith)).toList();
  }

  private LeaseReport play(LocalCluster cluster, List<LeaseFault> all, long drawn)
      throws IOException {
    LeaseField field =
        new LeaseField(
            cluster, () -> ClusterAccess.of(cluster.folder().path(), false).connect(context));
    cluster.startMissing();
    field.awaitReady();
    List<LeaseResult> results = new ArrayList<>();
    try (ProgressLine progress = ProgressLine.of(context.terminal())) {
      for (LeaseFault fault : all) {
        int number = results.size() + 1;
        progress.show(
            "fault %d of %d: %s: %s killed"
                .formatted(number, all.size(), fault.step().word(), fault.party().words()));
        LeaseResult result =
            fault.step().ofGrowth()
                ? GrowthRound.of(field, context.home(), fault, number)
                : LeaseRound.of(field, fault, number);
        if (!result.wrong().isEmpty()) {
          progress.show("wrong: %s: %s".formatted(fault.name(), result.wrong()));
        }
        results.add(result);
      }
    }
    return new LeaseReport(drawn, results);
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
