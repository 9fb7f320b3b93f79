package io.pliant.cli.power;

import io.pliant.core.id.JobId;
import io.pliant.core.power.PowerLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The power limits that a partition has in force, for people. */
public final class LimitText {
  private LimitText() {}

  /** As in {@code cap of 120 W on 14 nodes} or {@code suspended: job 12}. */
  public static String of(PowerLimits limits) {
    return limits.describe();
  }

  /** A line on a running job that is limited; null limits and other jobs have none. */
  public static List<String> ofJob(@Nullable PowerLimits limits, JobId job) {
    if (limits == null) {
      return List.of();
    }
    if (limits.suspended().contains(job)) {
      return List.of("%-11s suspended for the power corridor".formatted("Power"));
    }
    return limits.capWatts() == 0
        ? List.of()
        : List.of(
            "%-11s each node capped at %d W for the power corridor"
                .formatted("Power", limits.capWatts()));
  }
}
