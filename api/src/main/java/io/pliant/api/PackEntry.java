package io.pliant.api;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Spread;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The components of a job pack, as lists tell them: {@code 12+0}, {@code 12+1}.
 *
 * @param components in order; one alone stands for its own line of a list
 */
public record PackEntry(List<Component> components) {
  /**
   * One of them.
   *
   * @param number from 0
   * @param nodes held, or asked for at least
   * @param tasks that it has on these nodes, or asks for
   * @param cpus held, or asked for at least
   * @param nodeList compressed host list, or null before its nodes are known
   * @param partition its partition, where the pack has several; else null
   */
  public record Component(
      int number,
      int nodes,
      int tasks,
      int cpus,
      @Nullable String nodeList,
      @Nullable PartitionName partition) {}

  public PackEntry {
    components = List.copyOf(components);
  }

  /**
   * Of what a job asks for and holds; null for an ordinary job. Of a pack in several partitions it
   * is what the request is of: all of it, or one partition's share.
   */
  public static @Nullable PackEntry of(ResourceRequest asked, @Nullable Allocation held) {
    if (!asked.isPack()) {
      return null;
    }
    List<Allocation> parts = held == null ? null : held.byComponent(asked);
    Spread spread = asked.spread();
    List<Component> components = new ArrayList<>();
    for (ResourceRequest one : asked.components()) {
      int place = components.size();
      int number = spread == null ? place : spread.numbers().get(place);
      PartitionName partition = spread == null ? null : spread.of(number);
      Allocation part = parts == null ? null : parts.get(place);
      components.add(
          part == null
              ? new Component(number, one.minNodes(), one.tasks(), one.leastCpus(), null, partition)
              : new Component(
                  number,
                  part.slices().size(),
                  part.tasks(),
                  part.cpus(),
                  Hostlist.compress(part.nodes()),
                  partition));
    }
    return new PackEntry(components);
  }

  /** Its components one by one. */
  public List<PackEntry> each() {
    return components.stream().map(one -> new PackEntry(List.of(one))).toList();
  }

  /** What stands behind the number of the job; nothing for all of it. */
  String suffix() {
    return components.size() == 1 ? "+" + components.getFirst().number() : "";
  }
}
