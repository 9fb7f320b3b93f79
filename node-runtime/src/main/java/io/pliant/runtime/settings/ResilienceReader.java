package io.pliant.runtime.settings;

import io.pliant.actors.cluster.ClusterNodeSettings.Resilience;
import io.pliant.actors.partition.RoundClocks;
import io.pliant.core.job.RequeueRules;
import io.pliant.core.partition.FaultRules;
import java.time.Duration;

/** Reads what is done about things that go wrong again and again. */
final class ResilienceReader {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final int MOST_ATTEMPTS = 1_000;

  private ResilienceReader() {}

  static Resilience read(Section pliant) {
    Section rounds = pliant.section("rounds");
    RoundClocks clocks =
        rounds.closed(
            new RoundClocks(
                rounds.duration("every", SECOND, HOUR),
                rounds.duration("give-up", SECOND, DAY),
                rounds.duration("alarm", SECOND, DAY)));
    Section requeue = pliant.section("requeue");
    Duration first = requeue.duration("pause", Duration.ofMillis(100), HOUR);
    Duration most = requeue.duration("longest-pause", Duration.ofMillis(100), DAY);
    if (most.compareTo(first) < 0) {
      throw requeue.broken("longest-pause", "at least pause", null);
    }
    RequeueRules requeues =
        requeue.closed(
            new RequeueRules(
                first,
                most,
                requeue.duration("worthwhile", SECOND, DAY),
                requeue.number("hold-after", 1, MOST_ATTEMPTS)));
    Section overrun = pliant.section("overrun");
    return new Resilience(
        clocks, requeues, overrun.closed(overrun.duration("margin", SECOND, DAY)));
  }

  /** When the nodes of a partition are closed. */
  static FaultRules faults(Section section) {
    return section.closed(
        new FaultRules(
            section.number("close-after", 1, FaultRules.MOST),
            section.duration("within", SECOND, DAY)));
  }
}
