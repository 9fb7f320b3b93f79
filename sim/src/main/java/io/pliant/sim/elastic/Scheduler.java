package io.pliant.sim.elastic;

import io.pliant.core.plan.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who decides in a simulated world: keeps the books of what waits, runs and is idle, and holds a
 * round when the world says that something has happened. Jobs are indices of the workload, times
 * are milliseconds.
 */
public interface Scheduler {
  /** A job has come. */
  void submitted(int job, long now);

  /** A running job has ended; its nodes are free. */
  void ended(int job, long now);

  /**
   * A running job has changed its size: nodes that were to go are free.
   *
   * @param mtct its time in communication over time in computation on its new size
   */
  void resized(int job, long now, double mtct);

  /** What a running job is measured at on its present size, from now on. */
  void measured(int job, double mtct);

  /** Holds a round and enters what was decided. */
  Round round(long now);

  /**
   * What has been entered.
   *
   * @param decisions starts and resizes, in the order in which they are to be carried out
   * @param callAgain a round is to be held then at the latest, or null
   */
  record Round(List<Decision> decisions, @Nullable Long callAgain) {
    public Round {
      decisions = List.copyOf(decisions);
    }
  }
}
