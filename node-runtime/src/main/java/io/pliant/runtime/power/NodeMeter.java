package io.pliant.runtime.power;

import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.energy.StepRun;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The power meter of one node: samples become spans of about a second, which are kept until they
 * are counted. Its sensor belongs to the sampler's thread; the agent asks for reports.
 */
public final class NodeMeter {
  /** So few unconfirmed spans are repeated each second. */
  private static final int FEW = 10;

  private static final long REPEAT_NANOS = 10_000_000_000L;
  private static final long FRESH_NANOS = 5_000_000_000L;

  private final NodeName node;
  private final Sensor sensor;
  private final int keep;
  private final LongSupplier clock;
  private final Consumer<String> complaints;

  // of the sampler's thread
  private boolean open;
  private long from;
  private long to;
  private long microjoules;
  private final TreeMap<String, Long> gpus = new TreeMap<>();
  private long last = Long.MIN_VALUE;
  private long free = Long.MIN_VALUE + 1; // behind any time before the first sample

  // shared
  private final ArrayDeque<EnergySpan> spans = new ArrayDeque<>();
  private final StepRuns steps;
  private @Nullable EnergySpan newest;
  private long newestNanos;
  private long repeatedNanos;
  private boolean due = true;
  private boolean forgetting;
  private Runnable listener = () -> {};

  /**
   * A meter.
   *
   * @param keep most unconfirmed spans; the oldest go when there are more
   * @param clock monotonic nanoseconds
   */
  NodeMeter(
      NodeName node, Sensor sensor, int keep, LongSupplier clock, Consumer<String> complaints) {
    this.node = node;
    this.sensor = sensor;
    this.keep = keep;
    this.clock = clock;
    this.complaints = complaints;
    this.steps = new StepRuns(complaints);
  }

  /** Words for the node's description: what measures. */
  public List<String> parts() {
    return List.of(sensor.method().split("\\+", -1));
  }

  /** Calls {@code listener} about each second from the sampler's thread, in place of any other. */
  public synchronized void listen(Runnable listener) {
    this.listener = listener;
  }

  /** True when its watts depend on what runs. */
  public boolean followsJobs() {
    return sensor instanceof EmulatedSensor;
  }

  /** These steps have tasks on the node from now on. */
  public void runs(Collection<RunningJob> running) {
    if (sensor instanceof EmulatedSensor emulated) {
      emulated.runs(running, clock.getAsLong());
    }
  }

  /** An emulated node draws no more than this from now on; 0 for no cap. */
  void cap(int watts) {
    if (sensor instanceof EmulatedSensor emulated) {
      emulated.cap(watts, clock.getAsLong());
    }
  }

  /** Takes a sample at a monotonic time that is this time for spans. */
  void sample(long nanos, long at) {
    long counted = sensor.sample(nanos);
    if (counted < 0 || last < free || at <= last) {
      finish(nanos);
    } else {
      if (!open) {
        open = true;
        from = last;
        microjoules = 0;
        gpus.clear();
      }
      microjoules += counted;
      sensor.ofGpus().forEach((gpu, energy) -> gpus.merge(gpu, energy, Long::sum));
      to = at;
    }
    last = at;
  }

  /** Ends the present span, and looks after the sensor. */
  void turn(long nanos) {
    if (sensor.look()) {
      open = false;
    }
    finish(nanos);
    Runnable tell;
    synchronized (this) {
      tell = listener;
    }
    tell.run();
  }

  /** The times of spans have jumped: samples go on from this time. */
  void jump(long at) {
    last = at;
  }

  private void finish(long nanos) {
    if (open) {
      open = false;
      free = to;
      keep(new EnergySpan(node, from, to, microjoules, sensor.estimated(), gpus), nanos);
    }
  }

  private synchronized void keep(EnergySpan span, long nanos) {
    spans.addLast(span);
    newest = span;
    newestNanos = nanos;
    if (spans.size() > keep) {
      spans.removeFirst();
      if (!forgetting) {
        complaints.accept(
            "no controller has counted the last %d spans of energy; the oldest are forgotten"
                .formatted(keep));
      }
      forgetting = true;
    }
  }

  /** What is to be told now; null when there is nothing. */
  public synchronized @Nullable PowerReport report() {
    long nanos = clock.getAsLong();
    EnergySpan latest = newest;
    if (latest != null && nanos - newestNanos > FRESH_NANOS) {
      latest = null;
    }
    boolean repeat = due || spans.size() <= FEW || nanos - repeatedNanos >= REPEAT_NANOS;
    List<EnergySpan> told =
        repeat ? spans.stream().limit(PowerReport.MOST_SPANS).toList() : List.of();
    if (!told.isEmpty()) {
      due = false;
      repeatedNanos = nanos;
    }
    return told.isEmpty() && latest == null ? null : report(told, latest);
  }

  /** As many of the spans, at least one, as there is room for the steps that ran meanwhile. */
  private PowerReport report(List<EnergySpan> most, @Nullable EnergySpan latest) {
    List<EnergySpan> told = most;
    List<StepRun> ran = steps.during(told);
    while (ran.size() > PowerReport.MOST_RUNS && told.size() > 1) {
      told = told.subList(0, told.size() / 2);
      ran = steps.during(told);
    }
    List<StepRun> room = ran.subList(0, Math.min(ran.size(), PowerReport.MOST_RUNS));
    return new PowerReport(sensor.method(), told, latest, room.isEmpty() ? null : room);
  }

  /** A connection is new: all that is not counted is to be told again. */
  public synchronized void repeat() {
    due = true;
  }

  /**
   * Spans that end at or before this time, in microseconds, are durable and are forgotten.
   *
   * @return true when so many are left that the next ones should be told at once
   */
  public synchronized boolean counted(long until) {
    boolean some = false;
    while (!spans.isEmpty() && spans.getFirst().to() <= until) {
      spans.removeFirst();
      some = true;
    }
    steps.counted(until);
    forgetting &= !some;
    due |= some;
    return some && spans.size() > FEW;
  }

  /** All tasks of a step were started on the node at a time of the wall clock. */
  public synchronized void started(StepId step, int tasks, Instant at) {
    steps.started(step, tasks, at);
  }

  /** No task of a step is left on the node since a time of the wall clock. */
  public synchronized void ended(StepId step, Instant at) {
    steps.ended(step, at);
  }

  void close() {
    sensor.close();
  }
}
