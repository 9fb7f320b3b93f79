package io.pliant.sim.elastic;

/**
 * A planned event of the simulation.
 *
 * @param time in milliseconds
 * @param sequence of its planning; below 0 for the end of an adaptation, which comes before all
 *     else of its instant
 * @param job index in the workload
 * @param epoch of the job for which it was planned; outdated events are dropped
 */
record Happening(long time, long sequence, int job, int epoch) implements Comparable<Happening> {
  /** True when it comes before the submissions of its instant. */
  boolean comesFirst() {
    return sequence < 0;
  }

  @Override
  public int compareTo(Happening other) {
    int byTime = Long.compare(time, other.time);
    return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
  }
}
