package io.pliant.actors.partition;

import io.pliant.core.partition.PartitionState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Whether scheduling rounds are held at all. Measured in time that passes, not by the clock, so
 * that a clock that is set raises no alarm and hides none.
 */
final class RoundWatch {
  /**
   * While nobody waits, nothing says when a job may grow: its rest is over, or it was measured. So
   * idle nodes are looked at so often.
   */
  private static final Duration LOOK_AT_IDLE = Duration.ofSeconds(3);

  private final PartitionEnvironment environment;
  private final Logger log;
  private long begunNanos = System.nanoTime();
  private long endedNanos = System.nanoTime();
  private long givenUp;
  private @Nullable String alarm;

  RoundWatch(PartitionEnvironment environment, Logger log) {
    this.environment = environment;
    this.log = log;
  }

  void reset() {
    begunNanos = System.nanoTime();
    endedNanos = System.nanoTime();
    alarm = null;
  }

  void begun() {
    begunNanos = System.nanoTime();
  }

  void ended() {
    endedNanos = System.nanoTime();
    if (alarm != null) {
      log.info("partition {} holds scheduling rounds again", environment.settings().name());
      alarm = null;
    }
  }

  /** True once the round under way has taken too long; counts and says it. */
  boolean overdue() {
    Duration taken = since(begunNanos);
    if (taken.compareTo(environment.rounds().giveUp()) < 0) {
      return false;
    }
    givenUp++;
    log.error(
        "policy {} of partition {} came to no plan within {} s; the round is given up, the {}. so far",
        environment.policy().name(),
        environment.settings().name(),
        taken.toSeconds(),
        givenUp);
    return true;
  }

  /** True when a round is to be held although nothing has happened. */
  boolean dueAgain(PartitionState state) {
    Duration every = environment.rounds().every();
    boolean jobs =
        waits(state)
            && since(endedNanos).compareTo(every) >= 0
            && since(begunNanos).compareTo(every) >= 0;
    return jobs || (mayGrow(state) && since(begunNanos).compareTo(LOOK_AT_IDLE) >= 0);
  }

  private boolean mayGrow(PartitionState state) {
    return environment.policy().resizes()
        && !waits(state)
        && state.nodes().values().stream().anyMatch(node -> node.available() && node.jobs() == 0)
        && state.grants().values().stream().anyMatch(grant -> grant.job().malleable() != null);
  }

  /** Raises the alarm, or says it anew. */
  void look(PartitionState state) {
    Duration without = since(endedNanos);
    if (!waits(state)) {
      alarm = null;
      endedNanos = System.nanoTime();
      return;
    }
    if (without.compareTo(environment.rounds().alarm()) < 0) {
      return;
    }
    boolean first = alarm == null;
    alarm =
        "no scheduling round has ended for %d s while %d job(s) wait; %d round(s) were given up"
            .formatted(without.toSeconds(), state.queue().size(), givenUp);
    if (first) {
      log.error("partition {}: {}", environment.settings().name(), alarm);
    }
  }

  @Nullable String alarm() {
    return alarm;
  }

  private static boolean waits(PartitionState state) {
    return state.queue().values().stream().anyMatch(job -> !job.held());
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}
