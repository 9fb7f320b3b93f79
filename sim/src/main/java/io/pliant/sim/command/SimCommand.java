package io.pliant.sim.command;

import io.pliant.sim.engine.Metrics;
import io.pliant.sim.engine.ScheduleDigest;
import io.pliant.sim.trace.Trace;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Simulates one log under one policy, exactly. */
@Command(
    name = "pliant sim",
    description = "Simulate a log of jobs under a scheduling policy.",
    footer = {
      "",
      "Examples:",
      "  a published EASY schedule, job for job (its digest is 432acf25ef9c0f1f):",
      "    pliant sim --trace sim/src/test/resources/traces/KTH-SP2-1996-2.swf.gz --policy easy",
      "  how fast that is:",
      "    pliant sim --trace sim/src/test/resources/traces/KTH-SP2-1996-2.swf.gz --policy easy --repeat 9",
      "  policies for jobs that change size, on the ESP mix, with charts (docs/results/esp.md):",
      "    pliant sim compare --esp --html esp.html",
    })
public final class SimCommand implements Callable<Integer> {
  private static final int MOST_REPEATS = 10_000;
  private static final long WARM_UP_NANOS = 1_000_000_000;

  private final PrintStream out;

  @Mixin private TraceOptions input = new TraceOptions();

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description =
          "fcfs, easy, easy-sjbf, conservative; or fpsma, equipartition, performance-aware, elastic, for which the jobs of a log are rigid here (see compare).")
  private @Nullable String policy;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "Simulate N times in this process; the time reported is the median. With N > 1 after a second of uncounted ones, in which Java compiles.")
  private int repeat = 1;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  SimCommand(PrintStream out) {
    this.out = out;
  }

  /** The command with its subcommands. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    CommandLine command = new CommandLine(new SimCommand(out));
    command.addSubcommand(new CompareCommand(out, err));
    command.addSubcommand(new PspCommand(out));
    command.addSubcommand(new PowerCommand(out));
    command.addSubcommand(new ReplayCommand(out));
    command.addSubcommand(new JobsCommand(out));
    command.addSubcommand(new GenerateCommand(out));
    command.addSubcommand(new PoolsCommand(out));
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setUsageHelpWidth(100);
    return command;
  }

  @Override
  public Integer call() {
    if (policy == null) {
      throw SimFailure.misuse("Expected --policy NAME, but there is none. Try --help.");
    }
    Simulation.check(policy);
    if (repeat < 1 || repeat > MOST_REPEATS) {
      throw SimFailure.misuse(
          "Expected --repeat to be between 1 and %d, but got %d.".formatted(MOST_REPEATS, repeat));
    }
    Trace trace = input.read();
    Simulation simulation = Simulation.of(policy, trace);
    double[] seconds = new double[repeat];
    long[] starts = {};
    long begin = System.nanoTime();
    while (repeat > 1 && System.nanoTime() - begin < WARM_UP_NANOS) {
      starts = simulation.starts();
    }
    for (int i = 0; i < repeat; i++) {
      long from = System.nanoTime();
      starts = simulation.starts();
      seconds[i] = (System.nanoTime() - from) / 1e9;
    }
    RigidReport report =
        new RigidReport(
            trace,
            policy,
            Metrics.of(trace, starts),
            ScheduleDigest.of(trace, starts),
            median(seconds),
            repeat);
    if (json) {
      out.println(report.json());
    } else {
      report.print(out);
    }
    return 0;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
