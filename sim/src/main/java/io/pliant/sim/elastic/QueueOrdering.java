package io.pliant.sim.elastic;

import io.pliant.core.elastic.WaitingShape;
import java.util.List;

/** The order of the waiting jobs, as it changes with time and with what is learnt of users. */
public interface QueueOrdering {
  /** As submitted. */
  QueueOrdering SUBMISSION =
      new QueueOrdering() {
        @Override
        public void submitted(int job) {}

        @Override
        public void ended(int job) {}

        @Override
        public List<WaitingShape> sorted(List<WaitingShape> waiting, long now) {
          return waiting;
        }
      };

  /** A job has been submitted. */
  void submitted(int job);

  /** A job has ended. */
  void ended(int job);

  /** The queue in its order now; {@code waiting} is in order of submission and may be changed. */
  List<WaitingShape> sorted(List<WaitingShape> waiting, long now);
}
