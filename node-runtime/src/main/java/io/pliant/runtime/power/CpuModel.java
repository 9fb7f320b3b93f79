package io.pliant.runtime.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * No meter: watts between those of an idle node and those of one whose cpus are all busy, in
 * proportion to their use (Fan, Weber, Barroso: Power provisioning for a warehouse-sized computer,
 * ISCA 2007, the linear model). The kernel counts use in ticks of 10 ms, so it is looked at ten
 * times a second at most.
 */
final class CpuModel implements Sensor {
  private static final long LOOK_NANOS = 100_000_000;

  private final Path stat;
  private final double idleWatts;
  private final double peakWatts;
  private final Consumer<String> complaints;
  private final WattIntegral integral = new WattIntegral();
  private @Nullable Use last;
  private long lookedNanos;
  private long lastNanos;
  private long microwatts = GAP;
  private boolean ailing;

  /** Ticks since the start of the host. */
  private record Use(long busy, long all) {}

  /**
   * The model.
   *
   * @param stat the kernel's {@code /proc/stat}
   */
  CpuModel(Path stat, double idleWatts, double peakWatts, Consumer<String> complaints) {
    this.stat = stat;
    this.idleWatts = idleWatts;
    this.peakWatts = peakWatts;
    this.complaints = complaints;
  }

  @Override
  public String method() {
    return "model";
  }

  @Override
  public boolean estimated() {
    return true;
  }

  @Override
  public @Nullable String trouble() {
    try {
      Use unused = read();
      return null;
    } catch (IOException e) {
      return MeterFile.reason(e);
    }
  }

  @Override
  public long sample(long nanos) {
    Use before = last;
    if (before == null || nanos - lookedNanos >= LOOK_NANOS) {
      learn(before, nanos);
    }
    long micros = nanos / 1_000 - lastNanos / 1_000;
    lastNanos = nanos;
    return microwatts < 0 || before == null ? GAP : integral.add(microwatts, micros);
  }

  private void learn(@Nullable Use before, long nanos) {
    try {
      Use now = read();
      if (before != null && now.all() > before.all() && now.busy() >= before.busy()) {
        double used = (double) (now.busy() - before.busy()) / (now.all() - before.all());
        microwatts = Math.round((idleWatts + (peakWatts - idleWatts) * used) * 1e6);
        last = now;
      } else if (before == null || now.all() < before.all() || now.busy() < before.busy()) {
        microwatts = GAP;
        last = now;
      }
      ailing = false;
    } catch (IOException e) {
      last = null;
      microwatts = GAP;
      if (!ailing) {
        complaints.accept(MeterFile.reason(e));
      }
      ailing = true;
    }
    lookedNanos = nanos;
  }

  /** The line "cpu user nice system idle iowait irq softirq steal ..."; what was stolen is idle. */
  private Use read() throws IOException {
    String[] words = Files.readString(stat).lines().findFirst().orElse("").split(" +", -1);
    try {
      if (words.length >= 9 && words[0].equals("cpu")) {
        long all = 0;
        for (int i = 1; i <= 8; i++) {
          all += Long.parseLong(words[i]);
        }
        long idle = Long.parseLong(words[4]) + Long.parseLong(words[5]) + Long.parseLong(words[8]);
        return new Use(all - idle, all);
      }
    } catch (NumberFormatException e) {
      throw unusable(e);
    }
    throw unusable(null);
  }

  private IOException unusable(@Nullable Exception cause) {
    return new IOException("expected ticks of all cpus in the first line of " + stat, cause);
  }

  @Override
  public void close() {
    last = null;
  }
}
