package io.pliant.core.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobState;
import io.pliant.core.pack.PackedWorld.Message;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pcollections.HashTreePSet;

/** What holds of packs and their partitions whatever happens, and in the end. */
final class PackChecks {
  private PackChecks() {}

  /** A job that has nodes has all of them, in each ledger, for this attempt. */
  static void check(PackedWorld world) {
    for (PackedWorld.Pack pack : world.packs().values()) {
      JobState job = pack.state();
      if (!job.holdsNodes()) {
        continue;
      }
      List<NodeName> held = new ArrayList<>();
      for (PartitionState ledger : world.ledgers().values()) {
        Grant grant =
            Objects.requireNonNull(
                ledger.grants().get(job.job()),
                () -> "a share of job %s in %s".formatted(job.job(), ledger.name()));
        assertThat(grant.attempt()).isEqualTo(job.attempt());
        held.addAll(grant.allocation().nodes());
      }
      assertThat(Objects.requireNonNull(job.allocation()).nodes())
          .containsExactlyInAnyOrderElementsOf(held);
    }
    world.ledgers().values().forEach(PackChecks::checkNodes);
  }

  /** Each node is held as often as the grants say, and never more than there is. */
  private static void checkNodes(PartitionState ledger) {
    for (NodeRecord node : ledger.nodes().values()) {
      List<Slice> slices =
          ledger.grants().values().stream()
              .map(Grant::allocation)
              .map(Allocation::slices)
              .flatMap(List::stream)
              .filter(slice -> slice.node().equals(node.name()))
              .toList();
      assertThat(node.jobs()).isEqualTo(slices.size());
      assertThat(node.usedCpus())
          .isEqualTo(slices.stream().mapToInt(Slice::cpus).sum())
          .isLessThanOrEqualTo(node.capacity().cpus());
    }
  }

  /**
   * No fault happens any more, and all is told until nothing changes: each pack comes to its end.
   */
  static PackedWorld settle(PackedWorld from, String policy) {
    PackedWorld world = from;
    for (int i = 0; i < 200; i++) {
      if (world.packs().values().stream().allMatch(pack -> pack.state().over())
          && world.ledgers().values().stream()
              .allMatch(ledger -> ledger.grants().isEmpty() && ledger.queue().isEmpty())) {
        return world;
      }
      world = quietly(world, policy);
      check(world);
    }
    throw new AssertionError("Expected all packs to come to their end, but they do not: " + world);
  }

  /** What is old has been lost; all say again what they know, and it arrives. */
  private static PackedWorld quietly(PackedWorld from, String policy) {
    PackedWorld world =
        new PackedWorld(from.packs(), from.ledgers(), from.words(), HashTreePSet.empty());
    for (JobId job : world.packs().keySet()) {
      world = world.ends(job).says(job);
    }
    for (PartitionName name : world.ledgers().keySet()) {
      world = world.tells(name).round(name, policy);
    }
    for (int hop = 0; hop < 2; hop++) {
      for (Message message : List.copyOf(world.net())) {
        world = world.arrives(message);
      }
    }
    for (JobId job : world.packs().keySet()) {
      world = world.runsOutOfPatience(job);
    }
    return world;
  }
}
