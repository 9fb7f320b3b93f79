package io.pliant.sim.pool;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.PriorityQueue;

/** Time of a pool, what happens when, and controllers that do one thing after another. */
final class PoolClock {
  private record Event(long at, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(number, other.number) : byTime;
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final PoolShape shape;
  private final long[] busyUntil;
  private long now;
  private long number;
  private long messages;
  private long writes;

  PoolClock(PoolShape shape) {
    this.shape = shape;
    this.busyUntil = new long[shape.controllers()];
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  long now() {
    return now;
  }

  Instant time() {
    return instant(now);
  }

  long messages() {
    return messages;
  }

  long writes() {
    return writes;
  }

  /** A decision was made durable. */
  void wrote() {
    writes++;
  }

  /** Something happens by itself. */
  void at(long time, Runnable action) {
    events.add(new Event(Math.max(now, time), number++, action));
  }

  /** A controller does something as soon as it can, and is busy so long. */
  void work(int partition, long cost, Runnable action) {
    int controller = partition % shape.controllers();
    busyUntil[controller] = Math.max(now, busyUntil[controller]) + cost;
    at(busyUntil[controller], action);
  }

  /** A message comes to another partition, whose controller takes it; to itself costs nothing. */
  void send(int from, int to, Runnable action) {
    if (from == to) {
      at(now, action);
      return;
    }
    messages++;
    at(now + shape.latency(), () -> work(to, shape.message(), action));
  }

  /** Lets everything happen until nothing is left to happen, or so many messages were sent. */
  void run(long mostMessages) {
    Event next = events.poll();
    while (next != null && messages < mostMessages) {
      now = next.at();
      next.action().run();
      next = events.poll();
    }
  }
}
