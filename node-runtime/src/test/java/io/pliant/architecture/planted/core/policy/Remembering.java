package io.pliant.architecture.planted.core.policy;

import io.pliant.architecture.planted.core.job.OddEvent;

/** Breaks: policies are final without changing fields; policies see views, not life cycles. */
public final class Remembering implements SchedulingPolicy {
  private int rounds;
  private final OddEvent seen;

  Remembering(OddEvent seen) {
    this.seen = seen;
  }

  @Override
  public int plan() {
    return ++rounds + seen.hashCode();
  }
}
