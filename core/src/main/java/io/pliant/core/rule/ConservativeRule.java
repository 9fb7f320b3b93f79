package io.pliant.core.rule;

/**
 * Conservative backfilling: every job has a reservation, so a job passes others only where it
 * delays none of them.
 *
 * <p><b>Rule.</b> A newcomer gets the earliest place in the timetable. When something becomes free
 * earlier than expected, each waiting job in queue order gives its place up and takes the earliest
 * one again (compression).
 *
 * <p><b>Guarantees.</b> A reservation, once given, only moves forward in time, as long as jobs keep
 * their limits and the queue's order stands.
 *
 * <p><b>Source.</b> D. Feitelson and A. Mu'alem Weil, IPPS 1998.
 */
public final class ConservativeRule {
  private ConservativeRule() {}

  /** Reserves the earliest place for a job that has none; returns its start in seconds. */
  public static long reserve(Timetable timetable, int job) {
    long start = timetable.earliest(job);
    timetable.book(job, start);
    return start;
  }

  /** Moves a reservation to the earliest place, its own one included; returns the new start. */
  public static long compress(Timetable timetable, int job, long promised) {
    timetable.withdraw(job, promised);
    return reserve(timetable, job);
  }
}
