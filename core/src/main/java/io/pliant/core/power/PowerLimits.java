package io.pliant.core.power;

import io.pliant.core.id.JobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The limits that a partition has put on its nodes because no sizes keep the upper bound.
 *
 * @param capWatts most that each node in use may draw, or 0 for no cap
 * @param nodes so many nodes have the cap; 0 without one
 * @param suspended jobs that stand still, in order of their numbers
 */
public record PowerLimits(int capWatts, int nodes, List<JobId> suspended) {
  /** A node lifts a limit by itself when it was not repeated for so long. */
  public static final Duration LEASE = Duration.ofSeconds(15);

  /** No limits. */
  public static final PowerLimits NONE = new PowerLimits(0, 0, List.of());

  public PowerLimits {
    suspended = suspended.stream().sorted().toList();
    if (capWatts < 0 || nodes < 0 || (capWatts > 0) != (nodes > 0)) {
      throw new IllegalArgumentException(
          "Expected a cap above 0 W on some nodes, or none, but got %d W on %d nodes."
              .formatted(capWatts, nodes));
    }
  }

  /** True when something is limited. */
  public boolean any() {
    return capWatts > 0 || !suspended.isEmpty();
  }

  /** In words; {@code none} when nothing is limited. */
  public String describe() {
    List<String> words = new ArrayList<>(2);
    if (capWatts > 0) {
      words.add("cap of %d W on %d node%s".formatted(capWatts, nodes, nodes == 1 ? "" : "s"));
    }
    if (!suspended.isEmpty()) {
      words.add(
          "suspended: job " + String.join(", ", suspended.stream().map(JobId::toString).toList()));
    }
    return words.isEmpty() ? "none" : String.join("; ", words);
  }
}
