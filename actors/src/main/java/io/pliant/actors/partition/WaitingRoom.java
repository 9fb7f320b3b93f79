package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.QueuedJob;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Commands that wait while the ledger writes. What is said again and again waits once, as it was
 * said last; everything else has a bound by its kind.
 */
final class WaitingRoom {
  /** What a command is to the room. */
  enum Kind {
    /** A state of somebody, told again and again: only the newest counts. */
    STATE(20_000),
    /** A question; its sender asks again. */
    QUESTION(512),
    /** A new job. */
    SUBMISSION(3_072),
    /** Any other order; jobs and programs repeat theirs. */
    ORDER(4_096);

    private final int most;

    Kind(int most) {
      this.most = most;
    }
  }

  private record About(Class<?> kind, Object whom) {}

  private final LinkedHashMap<Object, PartitionCommand> waiting = new LinkedHashMap<>();
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
  private long next;

  /** False when there is no room for one more of its kind. */
  boolean add(PartitionCommand command) {
    Kind kind = kind(command);
    About about = about(command);
    Object key = about == null ? (Object) next++ : about;
    if (waiting.containsKey(key)) {
      waiting.put(key, command);
      return true;
    }
    if (count(kind) >= kind.most) {
      return false;
    }
    waiting.put(key, command);
    counts.merge(kind, 1, Integer::sum);
    return true;
  }

  /** The one that waits longest, or null. */
  @Nullable PartitionCommand poll() {
    Map.Entry<Object, PartitionCommand> first = waiting.pollFirstEntry();
    if (first == null) {
      return null;
    }
    counts.merge(kind(first.getValue()), -1, Integer::sum);
    return first.getValue();
  }

  int size() {
    return waiting.size();
  }

  private int count(Kind kind) {
    return counts.getOrDefault(kind, 0);
  }

  private static Kind kind(PartitionCommand command) {
    return switch (command) {
      case PartitionCommand.NodeSeen _,
          PartitionCommand.PowerSeen _,
          PartitionCommand.Measured _,
          PartitionCommand.BoundsReported _,
          PartitionCommand.PackTold _ ->
          Kind.STATE;
      case PartitionCommand.GetQueue _,
          PartitionCommand.GetQueueWindow _,
          PartitionCommand.GetNodes _,
          PartitionCommand.GetNode _,
          PartitionCommand.GetSummary _,
          PartitionCommand.GetArray _,
          PartitionCommand.Consider _,
          PartitionCommand.Why _ ->
          Kind.QUESTION;
      case PartitionCommand.OfJob(PartitionIntent.Enqueue(QueuedJob job)) ->
          job.attempt() == 1 ? Kind.SUBMISSION : Kind.ORDER;
      default -> Kind.ORDER;
    };
  }

  /** What says the same as another one, so that the newest stands for both; null when nothing. */
  private static @Nullable About about(PartitionCommand command) {
    return switch (command) {
      case PartitionCommand.NodeSeen c -> new About(c.getClass(), c.node());
      case PartitionCommand.PowerSeen c -> new About(c.getClass(), c.node());
      case PartitionCommand.Measured c -> new About(c.getClass(), c.attempt().job());
      case PartitionCommand.PackTold c -> new About(c.getClass(), c.word().attempt().job());
      case PartitionCommand.BoundsReported c -> new About(c.getClass(), 0);
      case PartitionCommand.OfJob(PartitionIntent.OfJob intent) -> about(intent);
      default -> null;
    };
  }

  private static @Nullable About about(PartitionIntent.OfJob intent) {
    return switch (intent) {
      case PartitionIntent.Enqueue _,
          PartitionIntent.Release _,
          PartitionIntent.EndTelling _,
          PartitionIntent.Revise _,
          PartitionIntent.WatchElements _ ->
          new About(intent.getClass(), intent.attempt());
      case PartitionIntent.EndElements _ -> new About(intent.getClass(), intent);
      case PartitionIntent.CloseResize _, PartitionIntent.ReturnNode _ ->
          new About(intent.getClass(), intent);
      case PartitionIntent.AskResize _ -> null;
    };
  }
}
