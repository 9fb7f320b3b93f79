package io.pliant.cli.power;

import io.pliant.cli.json.Json;
import io.pliant.core.id.JobId;
import io.pliant.core.power.PowerLimits;
import java.util.List;

/** The power limits that a partition has in force, for people. */
public final class LimitText {
  private LimitText() {}

  /** As in {@code cap of 120 W on 14 nodes} or {@code suspended: job 12}. */
  public static String of(Json limits) {
    return parse(limits).describe();
  }

  /** A line on a running job that is limited; null limits and other jobs have none. */
  public static List<String> ofJob(Json limits, long job) {
    if (limits.isNull()) {
      return List.of();
    }
    PowerLimits parsed = parse(limits);
    if (parsed.suspended().contains(new JobId(job))) {
      return List.of("%-11s suspended for the power corridor".formatted("Power"));
    }
    return parsed.capWatts() == 0
        ? List.of()
        : List.of(
            "%-11s each node capped at %d W for the power corridor"
                .formatted("Power", parsed.capWatts()));
  }

  private static PowerLimits parse(Json limits) {
    return new PowerLimits(
        Math.toIntExact(limits.get("capWatts").number()),
        Math.toIntExact(limits.get("nodes").number()),
        limits.get("suspended").list().stream().map(job -> new JobId(job.number())).toList());
  }
}
