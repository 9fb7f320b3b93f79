package io.pliant.architecture.planted.core.job;

import io.pliant.architecture.planted.core.policy.SchedulingPolicy;

/** Breaks: packages have no cycles; with {@link Mutable}: messages are records or enums. */
public interface OddEvent {
  SchedulingPolicy cyclic();

  /** A message that is no record. */
  final class Mutable implements OddEvent {
    @Override
    public SchedulingPolicy cyclic() {
      return () -> 1;
    }
  }
}
