package io.pliant.actors.job;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.job.Packs;
import io.pliant.core.pack.PackStand;
import io.pliant.core.pack.PackTable;
import io.pliant.core.pack.PackWord;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.resource.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * What a pack and its partitions say to each other, where they are several. All of it is told
 * again; of a job in one partition each answer is passed on as it is.
 */
final class PackTalk {
  private final TimerScheduler<JobCommand> timers;
  private final JobEnvironmentSettings settings;
  private final Map<PartitionName, JobCommand.EnqueueAnswered> queued = new TreeMap<>();
  private final Map<PartitionName, Integer> released = new TreeMap<>();
  private final Map<PartitionName, JobCommand.RevisionTaken> revised = new TreeMap<>();
  private @Nullable PackTable table;

  PackTalk(TimerScheduler<JobCommand> timers, JobEnvironmentSettings settings) {
    this.timers = timers;
    this.settings = settings;
  }

  /** The answer of all partitions, the one that knows least; a refusal by one is that of all. */
  JobCommand.@Nullable EnqueueAnswered answered(JobState state, JobCommand.EnqueueAnswered answer) {
    Spread spread = Packs.spread(state);
    PartitionName partition = answer.partition();
    boolean refuses =
        answer.reply() instanceof PartitionReply.Refused
            || answer.reply() instanceof PartitionReply.DuplicateOf;
    if (spread == null || partition == null || refuses) {
      return answer;
    }
    queued.put(partition, answer);
    queued.values().removeIf(each -> each.attempt() != state.attempt());
    return queued.keySet().containsAll(spread.distinct())
        ? queued.values().stream().min(Comparator.comparing(PackTalk::knowledge)).orElse(answer)
        : null;
  }

  /** Changes and news of other jobs only ever add up. */
  private static long knowledge(JobCommand.EnqueueAnswered answer) {
    return (answer.dependency() == null ? 0L : answer.dependency())
        + (answer.revision() == null ? 0L : answer.revision());
  }

  /** A partition has let go of an attempt: once all have, the job owes it no more. */
  void released(JobState state, JobCommand.ReleaseConfirmed answer, OwedJobOrders owed) {
    Spread spread = Packs.spread(state);
    PartitionName partition = answer.partition();
    if (partition != null) {
      released.merge(partition, answer.attempt(), Math::max);
    }
    boolean all =
        spread == null
            || partition == null
            || spread.distinct().stream()
                .allMatch(each -> released.getOrDefault(each, 0) >= answer.attempt());
    if (all) {
      owed.released(state, answer.attempt());
    }
  }

  /** A partition knows of a change: once all do, the job owes it no more. */
  void revised(
      JobState state, JobCommand.RevisionTaken answer, OwedJobOrders owed, ChangeTalk changes) {
    Spread spread = Packs.spread(state);
    PartitionName partition = answer.partition();
    if (partition != null) {
      revised.put(partition, answer);
    }
    boolean all =
        spread == null
            || partition == null
            || spread.distinct().stream()
                .map(revised::get)
                .allMatch(each ->
                    each != null
                        && each.attempt() == answer.attempt()
                        && each.number() >= answer.number());
    if (all) {
      owed.revisionTaken(state, answer);
    }
    changes.settle(state);
  }

  /** What follows from nodes that a partition holds; null for nothing, or not yet. */
  @Nullable JobIntent granted(JobState state, @Nullable JobIntent told) {
    Spread spread = Packs.spread(state);
    if (spread == null
        || !(told instanceof JobIntent.Granted grant)
        || !Packs.isHold(state, grant)) {
      return told;
    }
    Packs.Heard heard = Packs.held(Packs.table(state, spread, table), state, grant, now());
    table = heard.table();
    return heard.intent() == null ? due(state) : heard.intent();
  }

  /** A partition has said how its share stands: all are told what follows for them. */
  void stands(JobState state, PackStand stand) {
    Spread spread = Packs.spread(state);
    if (spread == null || state.phase() != Phase.PENDING || state.held()) {
      return;
    }
    PackTable now = Packs.table(state, spread, table).told(stand, now());
    table = now;
    PackWord word = now.word(now());
    spread
        .distinct()
        .forEach(each -> settings.peers().tell(each, new PartitionCommand.PackTold(word)));
  }

  /** What follows when nodes have been held for a while, and not by all; null for nothing yet. */
  @Nullable JobIntent due(JobState state) {
    PackTable known = table;
    Instant end = known == null ? null : known.givenUpAt();
    if (known == null || end == null || !known.attempt().equals(state.attemptId())) {
      return null;
    }
    Instant now = now();
    if (!end.isAfter(now)) {
      return new JobIntent.PackOverdue(state.attempt(), known.missing());
    }
    timers.startSingleTimer(JobCommand.PackDue.INSTANCE, Duration.between(now, end).plusMillis(1));
    return null;
  }

  /** True unless some partition holds nodes and waits for what becomes of them. */
  boolean nobodyHolds(JobState state) {
    PackTable known = table;
    return known == null
        || known.holds().isEmpty()
        || state.phase() != Phase.PENDING
        || !known.attempt().equals(state.attemptId());
  }

  private Instant now() {
    return settings.clock().instant();
  }
}
