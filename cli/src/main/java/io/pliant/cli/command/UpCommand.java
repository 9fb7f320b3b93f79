package io.pliant.cli.command;

import io.pliant.cli.cluster.ClusterLayout;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.cluster.HostSize;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.Readiness;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.ProgressLine;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.format.SizeText;
import io.pliant.core.format.TimeText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts a cluster on this host, or what is missing of one. */
@Command(
    name = "up",
    description =
        "Start a cluster on this host, or what is missing of it; return when it takes jobs.",
    footer = {
      "",
      "Examples:",
      "  pliant up                                one controller, one node",
      "  pliant up --controllers 3 --nodes 4      as separate processes",
      "  pliant up --emulate 100 --dir /tmp/big   a hundred nodes in one process",
      "  pliant up --nodes 4 --partition main:n[001-003] --partition debug:n004",
      "",
      "Called again for the same folder it restarts what has died, on the same ports, and leaves"
          + " the rest alone."
    })
public final class UpCommand implements Callable<Integer> {
  private static final int DEFAULT_MEMORY_FLOOR = 1024;

  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "State folder of the cluster. Default: $PLIANT_HOME, else ~/.pliant.")
  private @Nullable Path dir;

  @Option(
      names = "--controllers",
      paramLabel = "N",
      description = "Controller processes (1). Three survive the death of one.")
  private @Nullable Integer controllers;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Node agents as processes of their own (1, or 0 with --emulate).")
  private @Nullable Integer nodes;

  @Option(
      names = "--emulate",
      paramLabel = "N",
      description = "Further node agents that share one process (0).")
  private @Nullable Integer emulated;

  @Option(
      names = "--cpus-per-node",
      paramLabel = "C",
      description = "Schedulable cpus of each node (those of the host).")
  private @Nullable Integer cpus;

  @Option(
      names = "--memory-per-node",
      paramLabel = "MB",
      description = "Schedulable megabytes of each node (the host's, shared out, at least 1024).")
  private @Nullable Integer memoryMb;

  @Option(
      names = "--partition",
      paramLabel = "NAME:NODES[:POLICY[:WATTS[:LEVERS]]][;LICENCE=N,...]",
      description =
          "A partition, its host list, policy (easy), watts of a node, idle/min-max under a job, and what is allowed when no sizes keep a power bound, cap+suspend (neither), and licences that its jobs share; may be repeated, the first is the default (main:*).")
  private @Nullable List<String> partitions;

  @Option(
      names = "--journal",
      paramLabel = "WHERE",
      description =
          "Where events become durable: raft (default: each controller keeps a copy) or a jdbc:postgresql: URL.")
  private @Nullable String journal;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Any other key of docs/configuration.md, such as node.lease=40s, a list, node.devices=[gpu:a100:4], or blocks, qos=[{name=normal}].")
  private @Nullable List<String> settings;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description = "How long the start may take (300).")
  private int timeout;

  public UpCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    StateFolder folder = StateFolder.locate(dir, context.environment());
    ClusterRecord existing = folder.read();
    try (LocalCluster cluster =
        existing == null
            ? LocalCluster.create(folder, context.home(), layout(null), context.user())
            : reopen(folder, existing)) {
      List<String> started = cluster.startMissing();
      try (ProgressLine line = ProgressLine.of(context.terminal())) {
        new Readiness(cluster, Duration.ofSeconds(timeout), now -> line.show(text(now))).await();
      }
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      tell(folder, cluster.record().layout(), existing == null ? List.of() : started, took);
    }
    return 0;
  }

  private LocalCluster reopen(StateFolder folder, ClusterRecord existing) {
    ClusterLayout wanted = layout(existing.layout());
    if (!wanted.equals(existing.layout())) {
      throw CommandFailure.usage(
          "Expected the cluster in %s as it was made (%s), but the options ask for %s. Leave them out, use another --dir, or remove the folder after 'pliant down'."
              .formatted(folder.path(), describe(existing.layout()), describe(wanted)));
    }
    return LocalCluster.open(folder, context.home(), existing);
  }

  /** The layout that the options ask for; what they leave open is as it was, or the default. */
  private ClusterLayout layout(@Nullable ClusterLayout was) {
    int emulate = or(emulated, was == null ? 0 : was.emulated());
    int own = or(nodes, was == null ? (emulate > 0 ? 0 : 1) : was.nodes());
    HostSize host = HostSize.detect();
    int share = Math.max(DEFAULT_MEMORY_FLOOR, host.memoryMb() / Math.max(1, own + emulate));
    return new ClusterLayout(
        or(controllers, was == null ? 1 : was.controllers()),
        own,
        emulate,
        or(cpus, was == null ? host.cpus() : was.cpus()),
        or(memoryMb, was == null ? share : was.memoryMb()),
        partitions != null ? partitions : was == null ? List.of("main:*") : was.partitions(),
        settings != null || journal != null
            ? allSettings()
            : was == null ? List.of() : was.settings());
  }

  private List<String> allSettings() {
    List<String> all = new ArrayList<>();
    if (journal != null && journal.startsWith("jdbc:postgresql:")) {
      all.add("journal.plugin=postgresql");
      all.add("journal.postgresql.url=" + journal);
    } else if (journal != null && journal.equals("raft")) {
      all.add("journal.plugin=raft");
    } else if (journal != null) {
      throw CommandFailure.usage(
          "Expected --journal raft or a jdbc:postgresql: URL, but got '" + journal + "'.");
    }
    if (settings != null) {
      all.addAll(settings);
    }
    return all;
  }

  private void tell(
      StateFolder folder, ClusterLayout layout, List<String> restarted, Duration took) {
    var out = context.terminal().out();
    String head = restarted.isEmpty() ? "" : ", started " + String.join(" ", restarted);
    out.println(
        context.terminal().styled(Style.GOOD, "The cluster takes jobs")
            + " after %s%s: %s, state in %s"
                .formatted(TimeText.stopwatch(took), head, describe(layout), folder.path()));
    String option = isDefault(folder) ? "" : " --dir " + folder.path();
    out.println();
    out.println("  pliant submit" + option + " --wrap 'hostname; sleep 10'");
    out.println("  pliant queue" + option);
    out.println("  pliant down" + option);
    if (!option.isEmpty()) {
      out.println();
      out.println("  (or once: export PLIANT_HOME=" + folder.path() + ")");
    }
  }

  private boolean isDefault(StateFolder folder) {
    return folder.equals(StateFolder.locate(null, context.environment()));
  }

  private static String describe(ClusterLayout layout) {
    return "%d controller%s, %d node%s of %d cpus and %s, partition%s %s%s"
        .formatted(
            layout.controllers(),
            layout.controllers() == 1 ? "" : "s",
            layout.totalNodes(),
            layout.totalNodes() == 1 ? "" : "s",
            layout.cpus(),
            SizeText.megabytes(layout.memoryMb()),
            layout.partitions().size() == 1 ? "" : "s",
            String.join(" ", layout.partitions()),
            layout.settings().isEmpty() ? "" : ", " + String.join(" ", layout.settings()));
  }

  private static String text(Readiness.Progress now) {
    return "starting: %d of %d controllers, %d of %d nodes"
        .formatted(now.controllers(), now.controllersTotal(), now.nodes(), now.nodesTotal());
  }

  private static int or(@Nullable Integer given, int otherwise) {
    return given == null ? otherwise : given;
  }
}
