package io.pliant.core.rule;

/** Future use of a machine: who runs from when to when by the estimates. Times are in seconds. */
public interface Timetable {
  /** The earliest time, now or later, from which the job fits until its estimated end. */
  long earliest(int job);

  /** Enters the job from {@code start} to its estimated end. */
  void book(int job, long start);

  /** Takes out a job that was entered at {@code start}, which is not before now. */
  void withdraw(int job, long start);
}
