package io.pliant.runtime.settings;

import io.pliant.actors.protocol.EntityTiming;
import java.time.Duration;

/**
 * The clocks of the cluster.
 *
 * @param entities those of what lives on a controller
 * @param memberPause silence of a controller that the others forgive
 * @param memberStable how long the membership must be stable before unreachable controllers are
 *     removed
 * @param memberSeek how long a controller asks the others for a running cluster before it founds
 *     one
 */
public record TimingSettings(
    EntityTiming entities, Duration memberPause, Duration memberStable, Duration memberSeek) {
  /** Shortest interval of heartbeats that may be asked of agents. */
  public static final Duration SHORTEST_HEARTBEAT = Duration.ofMillis(100);

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TENTH = Duration.ofMillis(100);
  private static final Duration MINUTES = Duration.ofMinutes(5);

  static TimingSettings read(Section section) {
    Duration nodeTimeout = section.duration("node-timeout", SECOND, Duration.ofHours(1));
    Duration heartbeat = section.duration("heartbeat", SHORTEST_HEARTBEAT, MINUTES);
    if (heartbeat.multipliedBy(3).compareTo(nodeTimeout) > 0) {
      throw section.broken("heartbeat", "at most a third of node-timeout", null);
    }
    return section.closed(
        new TimingSettings(
            new EntityTiming(
                nodeTimeout,
                heartbeat,
                section.duration("audit", TENTH, Duration.ofMinutes(10)),
                section.duration("remind", TENTH, Duration.ofMinutes(10)),
                section.duration("job-idle", SECOND, Duration.ofDays(1)),
                section.duration("over-idle", SECOND, Duration.ofDays(1)),
                section.duration("restart", TENTH, MINUTES),
                section.duration("request", TENTH, MINUTES)),
            section.duration("member-pause", SECOND, MINUTES),
            section.duration("member-stable", SECOND, MINUTES),
            section.duration("member-seek", SECOND, MINUTES)));
  }
}
