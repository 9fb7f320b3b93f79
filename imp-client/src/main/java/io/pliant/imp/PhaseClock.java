package io.pliant.imp;

import io.pliant.imp.internal.CommClock;
import io.pliant.imp.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Adds up communication and computation by phase, and reports at most twice a second. */
final class PhaseClock {
  private static final long REPORT_NANOS = 500_000_000L;

  private final CommClock comm;
  private final Consumer<WireMessage> agent;
  private final Map<Integer, PhaseTime> times = new TreeMap<>();
  private long markedAt = System.nanoTime();
  private long reportedAt = markedAt - REPORT_NANOS;

  PhaseClock(CommClock comm, Consumer<WireMessage> agent) {
    this.comm = comm;
    this.agent = agent;
  }

  /** The time since the last mark belongs to {@code phase}. */
  synchronized void mark(int phase) {
    long now = System.nanoTime();
    long communication = comm.take();
    long computation = Math.max(0, now - markedAt - communication);
    markedAt = now;
    PhaseTime before = times.getOrDefault(phase, new PhaseTime(phase, 0, 0));
    times.put(
        phase,
        new PhaseTime(
            phase,
            before.communicationNanos() + communication,
            before.computationNanos() + computation));
    if (now - reportedAt >= REPORT_NANOS) {
      reportedAt = now;
      report();
    }
  }

  private void report() {
    for (PhaseTime time : times.values()) {
      agent.accept(
          WireMessage.of("perf")
              .with("phase", time.phase())
              .with("communication-ns", time.communicationNanos())
              .with("computation-ns", time.computationNanos()));
    }
  }

  /** An adaptation is over: what was measured says nothing about the new size. */
  synchronized void reset() {
    times.clear();
    long unused = comm.take();
    markedAt = System.nanoTime();
  }

  synchronized List<PhaseTime> times() {
    return new ArrayList<>(times.values());
  }
}
