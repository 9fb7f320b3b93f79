package io.pliant.runtime.adapt;

import io.pliant.core.id.StepId;
import io.pliant.imp.wire.WireException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Whose tasks may speak at a node's socket: those of its live steps. Not thread-safe. */
final class ExpectedTasks {
  private static final int ROOT = 0;
  private static final int SPARE = 8;

  private final Map<StepId, TaskOwner> owners = new TreeMap<>();

  void add(StepId step, TaskOwner owner) {
    owners.put(step, owner);
  }

  void remove(StepId step) {
    owners.remove(step);
  }

  void keep(Collection<StepId> live) {
    owners.keySet().retainAll(live);
  }

  /** How many connections a user may have: twice as many as tasks, since a lost one lingers. */
  int connectionsOf(int uid) {
    int tasks =
        owners.values().stream()
            .filter(owner -> uid == ROOT || owner.uid() == uid)
            .mapToInt(TaskOwner::tasks)
            .sum();
    return tasks == 0 ? 0 : 2 * tasks + SPARE;
  }

  /**
   * The step of a task, by its word.
   *
   * @param uid who says so, by the kernel's word
   * @throws WireException when it is none of ours, its step is over, or it is another user's
   */
  StepId step(String task, int uid) {
    int dot = task.lastIndexOf('.');
    try {
      StepId step = StepId.parseKey(task.substring(0, Math.max(0, dot)));
      int rank = Integer.parseInt(task.substring(dot + 1));
      TaskOwner owner = owners.get(step);
      if (owner != null
          && owner.has(rank)
          && task.equals(step.key() + "." + rank)
          && (uid == ROOT || uid == owner.uid())) {
        return step;
      }
    } catch (IllegalArgumentException e) {
      throw new WireException("Expected the word of a task, but got another one.", e);
    }
    // the same words for all of them: who is not meant does not learn what runs here
    throw new WireException(
        "Expected a task of user %d that runs here now, but got another word.".formatted(uid));
  }
}
