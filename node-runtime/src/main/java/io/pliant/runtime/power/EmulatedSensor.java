package io.pliant.runtime.power;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the meter of an emulated node. It knows what runs from the agent, to the moment, and
 * nothing before the agent has said so. For two threads.
 */
final class EmulatedSensor implements Sensor {
  private final EmulatedProfile profile;
  private final WattIntegral integral = new WattIntegral();
  private long microwatts = GAP;
  private long uncapped = GAP;
  private long most = Long.MAX_VALUE;
  private long untilNanos;
  private long counted = GAP;

  EmulatedSensor(EmulatedProfile profile) {
    this.profile = profile;
  }

  /** From now on these run. */
  synchronized void runs(Collection<RunningJob> running, long nanos) {
    uncapped = microwatts(running);
    draws(nanos);
  }

  /** From now on the node draws so many watts at most, but no less than an idle one; 0: no cap. */
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
      counted += integral.add(microwatts, nanos / 1_000 - untilNanos / 1_000);
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
    return energy;
  }

  @Override
  public void close() {
    // holds nothing
  }
}
