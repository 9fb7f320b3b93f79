package io.pliant.architecture.planted.core.job;

import io.pliant.architecture.planted.core.policy.SchedulingPolicy;

/** With {@link Mutable} breaks: messages are records or enums. */
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
