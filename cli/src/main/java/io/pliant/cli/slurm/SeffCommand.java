package io.pliant.cli.slurm;

import io.pliant.api.AskedEntry;
import io.pliant.api.HistoryEntry;
import io.pliant.api.UsageEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.job.GroupNames;
import io.pliant.core.format.TimeText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** How much of what a job held it used, as Slurm's {@code seff} tells it. */
@Command(
    name = "seff",
    description = {
      "Tell how much of what a job held it used: processor time and memory.",
      "What steps that still run use is not in it."
    },
    footer = {"", "Example:", "  seff 12"})
public final class SeffCommand implements Callable<Integer> {
  private static final double MEGA = 1024.0 * 1024;
  private static final double KILO = 1024;

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(paramLabel = "JOB", description = "Job id.")
  private long job;

  public SeffCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Target target = Target.of("history").with("job", Long.toString(job));
    List<HistoryEntry> found =
        access.connect(context).list(Request.get(target.toString()), HistoryEntry.class);
    if (found.isEmpty()) {
      throw CommandFailure.operational("Job not found: " + job + ".");
    }
    print(found.getFirst(), Instant.now());
    return 0;
  }

  private void print(HistoryEntry entry, Instant now) {
    PrintStream out = context.terminal().out();
    AskedEntry asked = entry.asked();
    out.println("Job ID: " + entry.job());
    out.println(
        "User/Group: " + entry.user() + (asked == null ? "" : "/" + GroupNames.of(asked.gid())));
    out.println(
        "State: %s (exit code %d)"
            .formatted(entry.status(), entry.exit() == null ? 0 : entry.exit().code()));
    out.println("Nodes: " + entry.nodes());
    out.println("Cores per node: " + entry.cpus() / Math.max(1, entry.nodes()));
    Instant started = entry.startedAt();
    if (started == null) {
      out.println("The job has not started.");
      return;
    }
    Instant ended = entry.endedAt();
    UsageEntry usage = entry.usage();
    Double cpu = usage == null ? null : usage.cpuSeconds();
    if (cpu != null) {
      out.println("CPU Utilized: " + TimeText.full(Duration.ofSeconds(Math.round(cpu))));
      out.println(
          "CPU Efficiency: %s of %s core-walltime"
              .formatted(
                  percent(cpu, entry.cpuSeconds()),
                  TimeText.full(Duration.ofSeconds(Math.round(entry.cpuSeconds())))));
    }
    out.println(
        "Job Wall-clock time: "
            + TimeText.full(Duration.between(started, ended == null ? now : ended)));
    memory(out, entry, usage);
    if (ended == null) {
      out.println("WARNING: Efficiency statistics are those of steps that are over.");
    }
  }

  private static void memory(PrintStream out, HistoryEntry entry, @Nullable UsageEntry usage) {
    Long peak = usage == null ? null : usage.maxRssBytes();
    Long held = entry.memoryMb();
    if (peak == null) {
      return;
    }
    double megabytes = peak / MEGA;
    out.println("Memory Utilized: " + size(megabytes) + " (most on one node)");
    if (held != null && held > 0) {
      double each = (double) held / Math.max(1, entry.nodes());
      out.println(
          "Memory Efficiency: %s of %s on a node".formatted(percent(megabytes, each), size(each)));
    }
  }

  private static String percent(double part, double whole) {
    return String.format(Locale.ROOT, "%.2f%%", whole == 0 ? 0 : 100 * part / whole);
  }

  private static String size(double megabytes) {
    return megabytes < KILO
        ? String.format(Locale.ROOT, "%.2f MB", megabytes)
        : String.format(Locale.ROOT, "%.2f GB", megabytes / KILO);
  }
}
