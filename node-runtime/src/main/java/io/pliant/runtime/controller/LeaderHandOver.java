package io.pliant.runtime.controller;

import io.pliant.actors.cluster.ClusterNodeSettings;
import io.pliant.journal.raft.GroupStatus;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.journal.raft.JournalMember;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.pekko.Done;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller that leaves gives the lead of the journal's groups away before its entities move:
 * they then move to where they are to stay.
 */
final class LeaderHandOver {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderHandOver.class);
  private static final int WITHIN_SECONDS = 3;

  private LeaderHandOver() {}

  static void atShutdown(ActorSystem<?> system, JournalMember member) {
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeServiceUnbind(),
            "journal-lead",
            () -> handOver(system, member));
  }

  private static CompletionStage<Done> handOver(ActorSystem<?> system, JournalMember member) {
    CompletionStage<Done> done = CompletableFuture.completedStage(Done.getInstance());
    for (JournalGroup group : member.groups()) {
      done = done.thenCombine(handOver(system, group), (one, _) -> one);
    }
    return done;
  }

  /** Never fails: without an heir the others hold an election when this one is gone. */
  private static CompletionStage<Done> handOver(ActorSystem<?> system, JournalGroup group) {
    GroupStatus status = group.status();
    if (!status.self().equals(status.leader())) {
      return CompletableFuture.completedStage(Done.getInstance());
    }
    Optional<String> heir = heir(status, remaining(Cluster.get(system)));
    if (heir.isEmpty()) {
      return CompletableFuture.completedStage(Done.getInstance());
    }
    return group
        .lead(heir.get())
        .toCompletableFuture()
        .orTimeout(WITHIN_SECONDS, TimeUnit.SECONDS)
        .handle((_, failure) -> {
          if (failure == null) {
            LOG.info(
                "Group {} of the journal is led by {} from now on, since this controller ends.",
                group.number(),
                heir.get());
          } else {
            LOG.info(
                "Group {} of the journal could not be handed to {}: {}",
                group.number(),
                heir.get(),
                failure.getMessage());
          }
          return Done.getInstance();
        });
  }

  /**
   * Who takes over best: of the members that stay the one that has most of the log.
   *
   * @param staying roles of those that stay
   */
  static Optional<String> heir(GroupStatus status, Set<String> staying) {
    return status.members().stream()
        .filter(m -> !m.name().equals(status.self()))
        .filter(m -> staying.contains(ClusterNodeSettings.role(m.name())))
        .min(
            Comparator.comparingLong((GroupStatus.Standing m) -> m.behind())
                .thenComparing(GroupStatus.Standing::name))
        .map(GroupStatus.Standing::name);
  }

  private static Set<String> remaining(Cluster cluster) {
    List<Member> unreachable = List.copyOf(cluster.state().getUnreachable());
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
        .filter(m -> m.status().equals(MemberStatus.up()) && !unreachable.contains(m))
        .flatMap(m -> m.getRoles().stream())
        .collect(Collectors.toSet());
  }
}
