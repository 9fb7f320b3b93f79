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
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Cpu time of the thread that samples power, by samples per second, on files like those of RAPL: two
 * packages with memory. The kernel's own files cost more to read, what its driver takes to ask the
 * processor.
 */
public final class SamplingCost {
  private static final NodeName NODE = new NodeName("n1");
  private static final String SAMPLER = "pliant-power";
  private static final String WAKER = "bench-waker";
  private static final long RANGE = 262_143_328_850L;
  private static final PowerSettings.Program NO_PROGRAM =
      new PowerSettings.Program(List.of(), Duration.ofSeconds(10));

  private final Path root;
  private final List<Path> counters;
  private long value;

  private SamplingCost(Path root, List<Path> counters) {
    this.root = root;
    this.counters = counters;
  }

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
      SamplingCost cost = new SamplingCost(root, counters);
      String warmUp = cost.measure(1_000, 5);
      if (warmUp.isEmpty()) {
        throw new IllegalStateException("Expected a line, but got none.");
      }
      System.out.println(
          "| samples per second | share of one core | a sample, us | of it waking up alone, us | spans | joules told of those put in |");
      System.out.println("|---:|---:|---:|---:|---:|---:|");
      for (int hertz : new int[] {1, 10, 100, 1_000}) {
        System.out.println(cost.measure(hertz, seconds));
      }
    } finally {
      delete(root);
    }
  }

  private String measure(int hertz, int seconds) throws IOException, InterruptedException {
    Waker waker = new Waker(1_000_000_000L / hertz);
    Thread idle = Thread.ofPlatform().daemon().name(WAKER).start(waker);
    try (PowerSampler sampler = PowerSampler.start(settings(root, hertz), List.of(NODE), List.of())) {
      NodeMeter meter = Objects.requireNonNull(sampler.meter(NODE));
      Thread.sleep(2_500);
      long before = value;
      long cpu = nanos(SAMPLER);
      long wake = nanos(WAKER);
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < seconds * 1_000_000_000L) {
        advance();
        Thread.sleep(10);
      }
      double passed = System.nanoTime() - begun;
      double samples = hertz * passed / 1e9;
      double used = nanos(SAMPLER) - cpu;
      double woken = nanos(WAKER) - wake;
      Thread.sleep(2_500);
      PowerReport report = Objects.requireNonNull(meter.report());
      long told = report.spans().stream().mapToLong(EnergySpan::microjoules).sum();
      return "| %d | %.3f %% | %.1f | %.1f | %d | %.1f of %.1f |"
          .formatted(
              hertz,
              100 * used / passed,
              used / 1e3 / samples,
              woken / 1e3 / samples,
              report.spans().size(),
              told / 1e6,
              (value - before) * counters.size() / 1e6);
    } finally {
      waker.ended = true;
      idle.join();
    }
  }

  /** Wakes up as often as the sampler and does nothing: what the machine takes for that. */
  private static final class Waker implements Runnable {
    private final long period;
    private volatile boolean ended;

    Waker(long period) {
      this.period = period;
    }

    @Override
    public void run() {
      long next = System.nanoTime();
      while (!ended) {
        next = Math.max(next + period, System.nanoTime());
        for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      }
    }
  }

  private void advance() throws IOException {
    value += 1_000_000;
    for (Path counter : counters) {
      Files.writeString(counter, "%-20d%n".formatted(value), StandardOpenOption.WRITE);
    }
  }

  private static long nanos(String name) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long id : threads.getAllThreadIds()) {
      ThreadInfo thread = threads.getThreadInfo(id);
      if (thread != null && thread.getThreadName().equals(name)) {
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
        new EmulatedProfile(0, 0, new TreeMap<>()),
        false);
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
