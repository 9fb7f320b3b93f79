package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.List;

/** An effect that an application owes; idempotent, so it may be repeated. */
public sealed interface ApplicationOrder {
  /** What the job is to do; it is the job's intent, too, and in the command that carries it. */
  sealed interface ToJob extends ApplicationOrder {}

  /** What a node's agent is to tell its tasks. */
  record TellNode(NodeName node, NodeOrder order) implements ApplicationOrder {}

  /**
   * The job is to start joining tasks on these slices, if the partition still holds them for it.
   *
   * @param ledger number in the ledger of the resize under which they are held
   */
  record StartTasks(int number, long ledger, List<Slice> slices) implements ToJob {
    public StartTasks {
      slices = List.copyOf(slices);
    }
  }

  /** The job is to let go of nodes that lost their tasks. */
  record LeaveNodes(List<Vacancy> vacancies) implements ToJob {
    public LeaveNodes {
      vacancies = List.copyOf(vacancies);
    }
  }

  /** The attempt is to be ended; {@code requeue} true sends it back to the queue anyway. */
  record GiveUp(String reason, boolean requeue) implements ToJob {}

  /** The partition is to close a resize in its ledger. */
  record CloseResize(LedgerEnd end) implements ApplicationOrder {}

  /** The partition is asked for what the program wishes. */
  record AskPartition(Wish wish) implements ApplicationOrder {}

  /** Look again at that time, when nothing happens before. */
  record LookAgain(Instant at) implements ApplicationOrder {}
}
