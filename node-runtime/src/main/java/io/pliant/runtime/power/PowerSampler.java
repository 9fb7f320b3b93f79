package io.pliant.runtime.power;

import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the power of all nodes of a process in one thread, and tells each node's meter about once
 * a second that a span is complete. It takes no samples later to make up for missed ones: counters
 * lose nothing by that.
 */
public final class PowerSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PowerSampler.class);
  private static final long SECOND = 1_000_000_000;

  /** Spans that are kept for one node: two hours. */
  private static final int KEPT = 7_200;

  /** Spans that are kept in one process, as long as each node has as many as one report holds. */
  private static final int KEPT_IN_ALL = 40_000;

  private static final int LEAST_KEPT = 120;

  private final TreeMap<NodeName, NodeMeter> meters;
  private final long periodNanos;
  private final @Nullable Thread thread;
  private volatile boolean closed;

  private PowerSampler(TreeMap<NodeName, NodeMeter> meters, int hertz) {
    this.meters = meters;
    this.periodNanos = SECOND / hertz;
    this.thread =
        meters.isEmpty()
            ? null
            : Thread.ofPlatform()
                .daemon()
                .name("pliant-power")
                .uncaughtExceptionHandler((_, bug) -> LOG.error("Power is sampled no more.", bug))
                .unstarted(this::run);
  }

  /**
   * Chooses a sensor, says which in the log, and begins to sample. May wait some seconds for
   * programs that tell power.
   *
   * @param nodes those of the process
   * @param gpus indices of the GPUs of each, in the order in which programs list them
   */
  public static PowerSampler start(
      PowerSettings settings, List<NodeName> nodes, List<String> gpus) {
    TreeMap<NodeName, NodeMeter> meters = new TreeMap<>();
    int keep = Math.clamp(KEPT_IN_ALL / nodes.size(), LEAST_KEPT, KEPT);
    for (NodeName node : nodes) {
      Complaints complaints =
          new Complaints(text -> LOG.warn("Power of node {}: {}", node, text), System::nanoTime);
      Sensors.Chosen chosen = Sensors.choose(settings, nodes.size() == 1, gpus, complaints);
      Sensor sensor = chosen.sensor();
      if (sensor != null) {
        meters.put(node, new NodeMeter(node, sensor, keep, System::nanoTime, complaints));
      }
      if (node.equals(nodes.getFirst())) {
        say(settings, sensor, chosen.why());
      }
    }
    PowerSampler sampler = new PowerSampler(meters, settings.hertz());
    Thread thread = sampler.thread;
    if (thread != null) {
      thread.start();
    }
    return sampler;
  }

  private static void say(PowerSettings settings, @Nullable Sensor sensor, String why) {
    String others = why.isEmpty() ? "" : " (" + why + ")";
    if (sensor != null) {
      LOG.info("Power sensor: {}, {} times a second{}", sensor.method(), settings.hertz(), others);
    } else {
      LOG.info("Power sensor: none{}", others);
    }
  }

  /** The meter of a node; null when it has none. */
  public @Nullable NodeMeter meter(NodeName node) {
    return meters.get(node);
  }

  private void run() {
    List<NodeMeter> all = new ArrayList<>(meters.values());
    long begun = System.nanoTime();
    SpanClock.Moment first = SpanClock.Moment.now(System::nanoTime, PowerSampler::wallMicros);
    SpanClock clock =
        first == null
            ? new SpanClock(begun, wallMicros())
            : new SpanClock(first.nanos(), first.wallMicros());
    long next = begun;
    long turned = begun;
    while (!closed) {
      long nanos = System.nanoTime();
      long at = clock.micros(nanos);
      for (NodeMeter meter : all) {
        meter.sample(nanos, at);
      }
      if (nanos - turned >= SECOND - periodNanos / 2) {
        turned = nanos;
        all.forEach(meter -> meter.turn(nanos));
        follow(clock, nanos, all);
      }
      next = Math.max(next + periodNanos, System.nanoTime());
      sleepUntil(next);
    }
    all.forEach(NodeMeter::close);
  }

  private void sleepUntil(long time) {
    for (long left = time - System.nanoTime();
        left > 0 && !closed;
        left = time - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  private static void follow(SpanClock clock, long nanos, List<NodeMeter> meters) {
    SpanClock.Moment now = SpanClock.Moment.now(System::nanoTime, PowerSampler::wallMicros);
    long jump = now == null ? 0 : clock.follow(now);
    if (jump != 0) {
      LOG.warn(
          "The wall clock jumped by {} s; energy {}",
          jump / 1e6,
          jump < 0 ? "is not counted until it has passed" : "of that time is a gap");
      meters.forEach(meter -> meter.jump(clock.micros(nanos)));
    }
  }

  private static long wallMicros() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }

  @Override
  public void close() {
    closed = true;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }
}
