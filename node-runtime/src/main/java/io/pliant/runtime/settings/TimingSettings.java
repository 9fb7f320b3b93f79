package io.pliant.runtime.settings;

import java.time.Duration;

/**
 * The clocks of the cluster.
 *
 * @param nodeTimeout silence after which a node counts as lost
 * @param heartbeat interval of an agent's heartbeats
 * @param audit interval at which a partition looks over its allocations
 * @param remind interval at which jobs repeat what they owe
 * @param jobIdle time after which a job that waits or is over leaves memory
 * @param restart first pause of an entity after a failure of the journal
 * @param request longest wait for an answer of the cluster
 * @param memberPause silence of a controller that the others forgive
 * @param memberStable how long the membership must be stable before unreachable controllers are
 *     removed
 * @param memberSeek how long a controller asks the others for a running cluster before it founds
 *     one
 */
public record TimingSettings(
    Duration nodeTimeout,
    Duration heartbeat,
    Duration audit,
    Duration remind,
    Duration jobIdle,
    Duration restart,
    Duration request,
    Duration memberPause,
    Duration memberStable,
    Duration memberSeek) {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TENTH = Duration.ofMillis(100);
  private static final Duration MINUTES = Duration.ofMinutes(5);

  static TimingSettings read(Section section) {
    Duration nodeTimeout = section.duration("node-timeout", SECOND, Duration.ofHours(1));
    Duration heartbeat = section.duration("heartbeat", TENTH, MINUTES);
    if (heartbeat.multipliedBy(3).compareTo(nodeTimeout) > 0) {
      throw section.broken("heartbeat", "at most a third of node-timeout", null);
    }
    return section.closed(
        new TimingSettings(
            nodeTimeout,
            heartbeat,
            section.duration("audit", TENTH, Duration.ofMinutes(10)),
            section.duration("remind", TENTH, Duration.ofMinutes(10)),
            section.duration("job-idle", SECOND, Duration.ofDays(1)),
            section.duration("restart", TENTH, MINUTES),
            section.duration("request", TENTH, MINUTES),
            section.duration("member-pause", SECOND, MINUTES),
            section.duration("member-stable", SECOND, MINUTES),
            section.duration("member-seek", SECOND, MINUTES)));
  }
}
