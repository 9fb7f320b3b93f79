package io.pliant.cli.drill;

import io.pliant.api.QueueEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.ClusterLayout;
import io.pliant.cli.cluster.Folders;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.Readiness;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.drill.history.Recorder;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Proves on this machine that nothing acknowledged is lost, and says how long work stands still.
 */
@Command(
    name = "drill",
    description =
        "Break things in a cluster of its own while jobs run, and report what was lost and how long work stood still.",
    footer = {
      "",
      "Examples:",
      "  pliant drill                                   a few minutes",
      "  pliant drill --jobs 100000 --rate 60 --rounds 7",
      "  pliant drill --fault kill-leader --rounds 30   times of fail-over",
      "  pliant drill --beside ../pliant-0.2            with processes of two releases",
      "",
      "Exit code 1 when a job was lost or started twice, or anything else broke a rule of",
      "docs/operations.md.",
      "Cut networks and resets need root and iproute2, a jumping clock needs the package faketime;",
      "without them those faults are left out, and the drill says so."
    })
public final class DrillCommand implements Callable<Integer> {
  private static final int MOST_PARTITIONS = 3;

  /**
   * A drill looks for loss: a host so busy that a process takes half a minute to start is no fault.
   */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration SETTLE = Duration.ofSeconds(4);
  private static final Duration DRAIN = Duration.ofMinutes(5);

  /**
   * Short enough for an agent to be stopped for longer, long enough for all other faults, on a busy
   * host, too, where controllers need half a minute to take over.
   */
  private static final List<String> SETTINGS = List.of("timing.node-timeout=60 s");

  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Empty folder for the cluster of the drill (a new one under /tmp).")
  private @Nullable Path dir;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Jobs to submit, 1 or more (as many as the faults take at --rate).")
  private @Nullable Integer jobs;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "15",
      description = "Submissions per second (15).")
  private double rate;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each fault is done (1).")
  private int rounds;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "3",
      description = "Partitions of a node each, 1 to 3; the journal has a group for each (3).")
  private int partitions;

  @Option(
      names = "--fault",
      paramLabel = "NAME",
      description =
          "A fault; may be repeated (all that this host can do): kill-leader, kill-one, kill-two, kill-all, pause, torn-tail, disk-full, cut, cut-in, cut-out, cut-all, agent-pause, agent-lost, resets, members, restore, clock.")
  private @Nullable List<String> faults;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the order and of who is hit (drawn, and told).")
  private @Nullable Long seed;

  @Option(
      names = "--beside",
      paramLabel = "DIR",
      description =
          "Built tree of another release: each process starts with the release that it did not have before.")
  private @Nullable Path beside;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Folder for a report in JSON. The console shows those in the folder 'drills' of its cluster's state folder.")
  private @Nullable Path report;

  public DrillCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    long drawn = seed == null ? System.nanoTime() : seed;
    Random random = new Random(drawn);
    List<Fault> schedule = Fault.schedule(kinds(), rounds, random);
    int count = jobs == null ? (int) (rate * seconds(schedule)) : jobs;
    if (rate <= 0 || rounds < 1 || count < 1) {
      throw CommandFailure.usage("Expected --rate, --rounds and --jobs above 0.");
    }
    if (partitions < 1 || partitions > MOST_PARTITIONS) {
      throw CommandFailure.usage(
          "Expected --partitions from 1 to %d, but got %d.".formatted(MOST_PARTITIONS, partitions));
    }
    Instant began = Clock.systemUTC().instant();
    DrillReportFile reports =
        report == null ? null : new DrillReportFile(report.toAbsolutePath().normalize()).prepared();
    DrillReleases releases = beside == null ? null : DrillReleases.beside(beside);
    Path path =
        dir == null ? Files.createTempDirectory("pliant-drill-") : dir.toAbsolutePath().normalize();
    StateFolder folder = new StateFolder(path);
    if (folder.read() != null) {
      throw CommandFailure.usage(
          "Expected an empty folder for the drill, but %s has a cluster. Use another --dir."
              .formatted(path));
    }
    PrintStream out = context.terminal().out();
    out.printf(
        "Drill with --seed %d: %d jobs, %d faults, in %s%n", drawn, count, schedule.size(), path);
    out.flush();
    ClusterLayout layout =
        new ClusterLayout(3, Math.max(2, partitions), 0, 8, 2048, partitionTexts(), SETTINGS);
    try (DrillGround ground = DrillGround.of(schedule, layout.controllers(), path, releases);
        LocalCluster cluster =
            LocalCluster.create(folder, context.home(), layout, context.user(), ground)) {
      Thread cleanup = new Thread(() -> end(cluster, ground), "cleanup");
      Runtime.getRuntime().addShutdownHook(cleanup);
      cluster.startMissing();
      new Readiness(cluster, PATIENCE, now -> {}).await();
      DrillReport found = play(cluster, ground, schedule, count, random);
      found.print(out);
      if (reports != null) {
        Path file =
            reports.write(
                found,
                new DrillReportFile.How(began, drawn, count, beside),
                Clock.systemUTC().instant());
        out.println("The report is in " + file);
      }
      Runtime.getRuntime().removeShutdownHook(cleanup);
      end(cluster, ground);
      return settle(path, found.allRight(count));
    }
  }

  /** How long the faults take about; before a leader is killed leaders are spread. */
  private static int seconds(List<Fault> schedule) {
    return 20 + schedule.stream().mapToInt(f -> f == Fault.KILL_LEADER ? 45 : 20).sum();
  }

  private List<String> names() {
    return partitions == 1
        ? List.of("main")
        : IntStream.rangeClosed(1, partitions).mapToObj(number -> "p" + number).toList();
  }

  private List<String> partitionTexts() {
    return partitions == 1
        ? List.of("main:*")
        : IntStream.rangeClosed(1, partitions)
            .mapToObj(number -> "p%d:n%03d".formatted(number, number))
            .toList();
  }

  private static void end(LocalCluster cluster, DrillGround ground) {
    cluster.end();
    try {
      ground.close();
    } catch (IOException | InterruptedException e) {
      throw CommandFailure.operational(
          "Expected to take the drill's network away, but %s. See: ip netns list"
              .formatted(e.getMessage()));
    }
  }

  /** A folder of its own goes when all was right; else it is kept, for whoever looks into it. */
  private int settle(Path path, boolean right) throws IOException {
    if (!right) {
      LostNodes.of(path.resolve("log")).forEach(context.terminal().out()::println);
      context.terminal().out().println("Logs, journal and marks are in " + path);
      return CommandFailure.OPERATIONAL;
    }
    if (dir == null) {
      Folders.remove(path);
    }
    return 0;
  }

  private List<Fault> kinds() throws IOException, InterruptedException {
    List<Fault> asked;
    try {
      asked = faults == null ? List.of(Fault.values()) : faults.stream().map(Fault::named).toList();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
    List<Fault> kinds = new ArrayList<>();
    for (Fault fault : asked) {
      String missing = DrillGround.missing(fault);
      if (missing == null) {
        kinds.add(fault);
      } else if (faults == null) {
        context
            .terminal()
            .note("drill: without %s, which needs %s".formatted(fault.option(), missing));
      } else {
        throw CommandFailure.usage(
            "Expected a host that can do the fault %s, but it lacks %s."
                .formatted(fault.option(), missing));
      }
    }
    return kinds;
  }

  private DrillReport play(
      LocalCluster cluster, DrillGround ground, List<Fault> schedule, int count, Random random)
      throws IOException, InterruptedException {
    StateFolder folder = cluster.folder();
    Path marks = Files.createFile(folder.path().resolve("marks"));
    Recorder recorder = new Recorder();
    DrillClients clients =
        new DrillClients(cluster::record, () -> client(folder), recorder, new Random(count));
    DrillLoad load =
        new DrillLoad(
            () -> client(folder),
            new DrillLoad.Amount(marks, count, rate, names()),
            recorder,
            clients);
    List<Thread> submitters = load.start();
    clients.start(cluster.record().controllers().size());
    Controllers client = client(folder);
    DrillFaults breaking =
        new DrillFaults(
            cluster,
            ground,
            new DrillFaults.Tools(
                client,
                new DrillMembers(cluster, client),
                new DrillRestore(cluster, context.home().resolve("pliant"), client),
                recorder),
            random);
    List<DrillFaults.Done> done = new ArrayList<>();
    for (Fault fault : schedule) {
      Thread.sleep(SETTLE.toMillis());
      context.terminal().note("drill: " + fault.words() + ground.releases());
      done.add(breaking.run(fault));
      new Readiness(cluster, PATIENCE, now -> {}).await();
    }
    for (Thread submitter : submitters) {
      submitter.join();
    }
    String failure = load.failure();
    if (failure != null) {
      throw CommandFailure.operational("Expected every submission to be taken, but: " + failure);
    }
    clients.stop();
    drain(client(folder));
    return DrillReport.of(recorder.history(DrillMarks.read(marks)), load, done);
  }

  /**
   * Until nothing waits or runs; what was lost would wait for ever, so no longer than {@link
   * #DRAIN} after the last job ended. Asks seldom while the list is long: telling it is work as
   * well.
   */
  private static void drain(Controllers client) throws InterruptedException {
    int left = Integer.MAX_VALUE;
    long end = System.nanoTime() + DRAIN.toNanos();
    while (left > 0 && System.nanoTime() < end) {
      int now = client.list(Request.get("/v1/jobs"), QueueEntry.class).size();
      if (now < left) {
        left = now;
        end = System.nanoTime() + DRAIN.toNanos();
      }
      Thread.sleep(Math.min(10_000, 500 + now));
    }
  }

  private Controllers client(StateFolder folder) {
    return ClusterAccess.of(folder.path(), false).connect(context);
  }
}
