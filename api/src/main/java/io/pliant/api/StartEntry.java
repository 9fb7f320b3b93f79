package io.pliant.api;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobId;
import io.pliant.core.policy.StartForecast;
import java.time.Instant;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When a job would start that came now, by the limits of the jobs before it.
 *
 * @param at the start; null when nobody can say, as are the following
 * @param cpus processors that it would hold
 * @param nodes host list of its nodes
 * @param unknown why nobody can say, in a clause; null with a start
 * @param original job of the same user that was submitted with the same key, or null
 */
public record StartEntry(
    @Nullable Instant at,
    @Nullable Integer cpus,
    @Nullable String nodes,
    @Nullable String unknown,
    @Nullable JobId original) {
  /** That nobody can say, and why. */
  public static StartEntry unknown(String why) {
    return new StartEntry(null, null, null, why, null);
  }

  /** That there is that job already. */
  public static StartEntry original(JobId job) {
    return new StartEntry(
        null, null, null, "it was submitted before with that key, as job " + job, job);
  }

  /** What was foreseen. */
  public static StartEntry of(StartForecast forecast) {
    return switch (forecast) {
      case StartForecast.Unknown(String why) -> unknown(why);
      case StartForecast.At at -> {
        String nodes = Hostlist.compress(new TreeSet<>(at.on().nodes()));
        yield new StartEntry(at.start(), at.on().cpus(), nodes, null, null);
      }
    };
  }
}
