package io.pliant.runtime.controller;

import io.pliant.actors.cluster.EntityGroups;
import io.pliant.actors.journal.JournalSettings;
import io.pliant.core.partition.PartitionMap;
import io.pliant.journal.pekko.RaftGroups;
import io.pliant.journal.raft.GroupTable;
import io.pliant.runtime.settings.ControllerSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns which group of the journal keeps which partition. What was decided before stands in this
 * controller's own files. Of a new partition the controllers agree as soon as more than half of
 * them run; until then nothing is read or written, and this one goes on as they will agree if their
 * files name the same partitions. If they do not it ends, before it has done anything.
 */
final class GroupPlaces {
  private static final Logger LOG = LoggerFactory.getLogger(GroupPlaces.class);
  private static final Duration EACH = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private GroupPlaces() {}

  /**
   * The places.
   *
   * @param end ends this controller
   */
  static EntityGroups of(ActorSystem<?> system, ControllerSettings settings, Runnable end) {
    if (!(settings.journal() instanceof JournalSettings.Raft)) {
      return EntityGroups.ONE;
    }
    RaftGroups.Open journal = RaftGroups.ID.get(Adapter.toClassic(system));
    int count = journal.member().groups().size();
    if (count == 1) {
      return EntityGroups.ONE;
    }
    List<String> names = settings.partitions().stream().map(p -> p.name().value()).toList();
    GroupTable table = new GroupTable(journal.member(), InstantSource.system());
    GroupTable.Proposal proposal = table.propose(names);
    EntityGroups groups =
        new EntityGroups(count, proposal.groups(), PartitionMap.of(settings.partitions()));
    if (proposal.decided()) {
      journal.route(groups::ofPersistent);
    } else {
      Thread.ofPlatform()
          .name("journal-places")
          .daemon()
          .start(() ->
              agree(
                  system, table, names, proposal, () -> journal.route(groups::ofPersistent), end));
    }
    return groups;
  }

  private static void agree(
      ActorSystem<?> system,
      GroupTable table,
      List<String> names,
      GroupTable.Proposal proposal,
      Runnable agreed,
      Runnable end) {
    CompletableFuture<?> ended = system.getWhenTerminated().toCompletableFuture();
    @Nullable Map<String, Integer> decided = null;
    while (decided == null && !ended.isDone()) {
      try {
        decided = table.groups(names, EACH);
      } catch (RuntimeException e) { // no leader, a full disk: whatever it is may be mended
        LOG.warn("Waits to learn which group of the journal keeps what: {}", e.getMessage());
        ended.copy().completeOnTimeout(null, PAUSE.toMillis(), TimeUnit.MILLISECONDS).join();
      }
    }
    if (decided == null) {
      return;
    }
    for (String name : names) {
      if (!Objects.equals(decided.get(name), proposal.groups().get(name))) {
        LOG.error(
            "Expected all controllers to name the same partitions, but partition {} is in group {} of the journal, not in {}. This controller ends; start it again.",
            name,
            decided.get(name),
            proposal.groups().get(name));
        end.run();
        return;
      }
    }
    agreed.run();
  }
}
