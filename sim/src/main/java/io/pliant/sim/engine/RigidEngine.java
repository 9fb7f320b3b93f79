package io.pliant.sim.engine;

import io.pliant.sim.trace.Trace;
import io.pliant.sim.trace.TraceException;

/**
 * Simulates rigid jobs on a count of equal processors, exactly.
 *
 * <p><b>Order of events.</b> By time; at one instant planned starts first, then submissions in the
 * trace's order, then ends in the order of their starts. A round is held for each event, not for
 * each instant. Before an event is handled, processors of running jobs whose estimated end has come
 * count as free. These are the tie rules under which the published EASY schedules come out job for
 * job.
 */
public final class RigidEngine {
  private final Trace trace;
  private final RigidMachine machine;
  private final EventHeap ends = new EventHeap();
  private int followed;

  private RigidEngine(Trace trace, RigidMachine machine) {
    this.trace = trace;
    this.machine = machine;
  }

  /**
   * Runs the whole trace.
   *
   * @return start time of each job in seconds, in the trace's order
   */
  public static long[] run(Trace trace, RigidPolicy policy) {
    if (trace.size() > EventHeap.MOST_EVENTS) {
      throw new TraceException(
          "Expected at most %d jobs, but the trace has %d."
              .formatted(EventHeap.MOST_EVENTS, trace.size()));
    }
    return run(trace, policy.machine(trace));
  }

  /** The same on a machine of one's own. */
  static long[] run(Trace trace, RigidMachine machine) {
    return new RigidEngine(trace, machine).run();
  }

  private long[] run() {
    long[] submits = trace.submits();
    int next = 0;
    while (next < submits.length || !ends.isEmpty() || machine.wake() < Long.MAX_VALUE) {
      long submit = next < submits.length ? submits[next] : Long.MAX_VALUE;
      long end = ends.time();
      long wake = machine.wake();
      if (wake <= submit && wake <= end) {
        machine.advance(wake);
      } else if (submit <= end) {
        machine.advance(submit);
        machine.submitted(next++);
      } else {
        machine.advance(end);
        follow();
        machine.ended(machine.started(ends.remove()));
      }
      follow();
    }
    return starts();
  }

  /** Enters the ends of jobs that have started since the last call. */
  private void follow() {
    long[] runs = trace.runs();
    for (; followed < machine.startedCount(); followed++) {
      int job = machine.started(followed);
      ends.add(machine.start(job) + runs[job], followed);
    }
  }

  private long[] starts() {
    int jobs = trace.size();
    if (machine.startedCount() != jobs) {
      throw new IllegalStateException(
          "Expected all %d jobs to start, but %d did.".formatted(jobs, machine.startedCount()));
    }
    long[] starts = new long[jobs];
    for (int job = 0; job < jobs; job++) {
      starts[job] = machine.start(job);
    }
    return starts;
  }
}
