package io.pliant.bench;

import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.NodeName;
import io.pliant.runtime.power.EmulatedProfile;
import io.pliant.runtime.power.NodeMeter;
import io.pliant.runtime.power.PowerSampler;
import io.pliant.runtime.power.PowerSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Cpu time of the thread that samples power, by samples per second, on files like those of RAPL: two
 * packages with memory. The kernel's own files cost more to read, what its driver takes to ask the
 * processor.
 */
public final class SamplingCost {
  private static final NodeName NODE = new NodeName("n1");
  private static final long RANGE = 262_143_328_850L;
  private static final PowerSettings.Program NO_PROGRAM =
      new PowerSettings.Program(List.of(), Duration.ofSeconds(10));

  private SamplingCost() {}

  /** Arguments: a folder in memory, seconds for each rate. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path root = Files.createTempDirectory(Path.of(arguments[0]), "powercap");
    int seconds = Integer.parseInt(arguments[1]);
    try {
      List<Path> counters = new ArrayList<>();
      for (int socket = 0; socket < 2; socket++) {
        counters.add(zone(root, "intel-rapl:" + socket, "package-" + socket));
        counters.add(zone(root, "intel-rapl:" + socket + ":0", "dram"));
      }
      System.out.println("| samples per second | share of one core | a sample | spans | joules told / put in |");
      System.out.println("|---:|---:|---:|---:|---:|");
      measure(root, counters, 1_000, 5); // warms up
      for (int hertz : new int[] {1, 10, 100, 1_000}) {
        System.out.println(measure(root, counters, hertz, seconds));
      }
    } finally {
      delete(root);
    }
  }

  private static String measure(Path root, List<Path> counters, int hertz, int seconds)
      throws IOException, InterruptedException {
    try (PowerSampler sampler = PowerSampler.start(settings(root, hertz), List.of(NODE))) {
      NodeMeter meter = Objects.requireNonNull(sampler.meter(NODE));
      Thread.sleep(1_500);
      long cpu = samplerNanos();
      long begun = System.nanoTime();
      long value = 0;
      while (System.nanoTime() - begun < seconds * 1_000_000_000L) {
        value += 1_000_000;
        for (Path counter : counters) {
          Files.writeString(counter, "%-20d%n".formatted(value), java.nio.file.StandardOpenOption.WRITE);
        }
        Thread.sleep(10);
      }
      long used = samplerNanos() - cpu;
      double passed = System.nanoTime() - begun;
      Thread.sleep(2_500);
      PowerReport report = Objects.requireNonNull(meter.report());
      long told = report.spans().stream().mapToLong(EnergySpan::microjoules).sum();
      return "| %d | %.3f %% | %.1f us | %d | %.1f / %.1f |"
          .formatted(
              hertz,
              100 * used / passed,
              used / 1e3 / (hertz * passed / 1e9),
              report.spans().size(),
              told / 1e6,
              value * counters.size() / 1e6);
    }
  }

  private static long samplerNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long id : threads.getAllThreadIds()) {
      var thread = threads.getThreadInfo(id);
      if (thread != null && thread.getThreadName().equals("pliant-power")) {
        sum += threads.getThreadCpuTime(id);
      }
    }
    return sum;
  }

  private static PowerSettings settings(Path root, int hertz) {
    return new PowerSettings(
        PowerSettings.Choice.RAPL,
        hertz,
        0,
        0,
        root,
        root,
        List.of("power_meter"),
        NO_PROGRAM,
        NO_PROGRAM,
        new EmulatedProfile(0, 0, new TreeMap<>()));
  }

  private static Path zone(Path root, String folder, String name) throws IOException {
    Path zone = Files.createDirectory(root.resolve(folder));
    Files.writeString(zone.resolve("name"), name + "\n");
    Files.writeString(zone.resolve("max_energy_range_uj"), RANGE + "\n");
    return Files.writeString(zone.resolve("energy_uj"), "%-20d%n".formatted(0));
  }

  private static void delete(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
