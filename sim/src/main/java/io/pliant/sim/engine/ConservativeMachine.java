package io.pliant.sim.engine;

import io.pliant.core.rule.ConservativeRule;
import io.pliant.core.rule.CountTimetable;
import io.pliant.sim.trace.Trace;
import java.util.TreeSet;

/** Conservative backfilling: each waiting job has a promised start, which only comes nearer. */
final class ConservativeMachine implements RigidMachine {
  private final CountTimetable timetable;
  private final long[] estimates;
  private final long[] starts;
  private final int[] started;
  private final TreeSet<Integer> waiting = new TreeSet<>();
  private final TreeSet<Integer> promised;
  private int startedCount;
  private long now;

  ConservativeMachine(Trace trace) {
    this.timetable = new CountTimetable(trace.processors(), trace.widths(), trace.estimates());
    this.estimates = trace.estimates();
    this.starts = new long[trace.size()];
    this.started = new int[trace.size()];
    this.promised =
        new TreeSet<>((a, b) -> {
          int byTime = Long.compare(starts[a], starts[b]);
          return byTime != 0 ? byTime : Integer.compare(a, b);
        });
  }

  @Override
  public void advance(long to) {
    now = to;
    timetable.advance(to);
    startPromised();
  }

  @Override
  public void submitted(int job) {
    starts[job] = ConservativeRule.reserve(timetable, job);
    promised.add(job);
    waiting.add(job);
    startPromised();
  }

  @Override
  public void ended(int job) {
    if (starts[job] + estimates[job] > now) {
      timetable.free(job, now, starts[job] + estimates[job]);
    }
    for (int other : waiting) {
      promised.remove(other);
      starts[other] = ConservativeRule.compress(timetable, other, starts[other]);
      promised.add(other);
    }
    startPromised();
  }

  private void startPromised() {
    while (!promised.isEmpty() && starts[promised.first()] <= now) {
      int job = promised.removeFirst();
      waiting.remove(job);
      started[startedCount++] = job;
    }
  }

  @Override
  public long wake() {
    return promised.isEmpty() ? Long.MAX_VALUE : starts[promised.first()];
  }

  @Override
  public int startedCount() {
    return startedCount;
  }

  @Override
  public int started(int index) {
    return started[index];
  }

  @Override
  public long start(int job) {
    return starts[job];
  }
}
