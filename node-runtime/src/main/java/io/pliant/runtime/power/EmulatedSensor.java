package io.pliant.runtime.power;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the meter of an emulated node. It knows what runs from the agent, to the moment, and
 * nothing before the agent has said so. For two threads.
 */
final class EmulatedSensor implements Sensor {
  private final EmulatedProfile profile;
  private final TreeMap<String, Gpu> gpus = new TreeMap<>();
  private final WattIntegral integral = new WattIntegral();
  private long microwatts = GAP;
  private long uncapped = GAP;
  private long most = Long.MAX_VALUE;
  private long untilNanos;
  private long counted = GAP;

  /** What a GPU draws, and has drawn since the last sample; and what the last one told. */
  private static final class Gpu {
    final WattIntegral integral = new WattIntegral();
    long microwatts;
    long counted;
    long told;
  }

  /**
   * A sensor.
   *
   * @param units indices of the node's GPUs
   */
  EmulatedSensor(EmulatedProfile profile, List<String> units) {
    this.profile = profile;
    if (profile.tellsGpus()) {
      units.forEach(unit -> gpus.put(unit, new Gpu()));
    }
  }

  /** From now on these run. */
  synchronized void runs(Collection<RunningJob> running, long nanos) {
    uncapped = microwatts(running);
    draws(nanos);
    gpus.forEach((unit, gpu) -> gpu.microwatts = Math.round(profile.gpuWatts(running, unit) * 1e6));
  }

  /**
   * From now on the node draws so many watts at most beside its GPUs, but no less than an idle one;
   * 0: no cap.
   */
  synchronized void cap(int watts, long nanos) {
    most = watts == 0 ? Long.MAX_VALUE : Math.max(watts * 1_000_000L, microwatts(List.of()));
    draws(nanos);
  }

  private void draws(long nanos) {
    count(nanos);
    microwatts = Math.min(uncapped, most);
  }

  private long microwatts(Collection<RunningJob> running) {
    return Math.min(WattIntegral.MOST_MICROWATTS, Math.round(profile.watts(running) * 1e6));
  }

  private void count(long nanos) {
    if (counted >= 0 && nanos > untilNanos) {
      long micros = nanos / 1_000 - untilNanos / 1_000;
      counted += integral.add(microwatts, micros);
      for (Gpu gpu : gpus.values()) {
        long more = gpu.integral.add(gpu.microwatts, micros);
        gpu.counted += more;
        counted += more;
      }
      untilNanos = nanos;
    }
  }

  @Override
  public String method() {
    return "emulated";
  }

  @Override
  public boolean estimated() {
    return true;
  }

  @Override
  public @Nullable String trouble() {
    return null;
  }

  @Override
  public synchronized long sample(long nanos) {
    count(nanos);
    long energy = counted;
    if (energy < 0) {
      untilNanos = nanos;
    }
    counted = microwatts < 0 ? GAP : 0;
    for (Gpu gpu : gpus.values()) {
      gpu.told = gpu.counted;
      gpu.counted = 0;
    }
    return energy;
  }

  @Override
  public synchronized SortedMap<String, Long> ofGpus() {
    TreeMap<String, Long> told = new TreeMap<>();
    gpus.forEach((unit, gpu) -> told.put(unit, gpu.told));
    return told;
  }

  @Override
  public void close() {
    // holds nothing
  }
}
