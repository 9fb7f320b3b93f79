package io.pliant.core.resource;

import io.pliant.core.id.PartitionName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a job pack whose components lie in several. The one of the first component
 * leads: it has the pack's key and licences.
 *
 * @param partitions that of each component, in order; at least two are different
 * @param share the partition that this request is the part of, or null for the pack as a whole
 */
public record Spread(List<PartitionName> partitions, @Nullable PartitionName share) {
  public Spread {
    partitions = List.copyOf(partitions);
    if (new TreeSet<>(partitions).size() < 2 || partitions.size() > Components.MOST) {
      throw new IllegalArgumentException(
          "Expected a pack of at most %d components in several partitions, but got %d in %s."
              .formatted(Components.MOST, partitions.size(), new TreeSet<>(partitions)));
    }
    if (share != null && !partitions.contains(share)) {
      throw new IllegalArgumentException(
          "Expected the share of one of the partitions %s, but got '%s'."
              .formatted(partitions, share));
    }
  }

  /** Where a pack lies, or null when all its components are in one partition. */
  public static @Nullable Spread over(List<PartitionName> partitions) {
    return new TreeSet<>(partitions).size() < 2 ? null : new Spread(partitions, null);
  }

  /** Each partition once, the leading one first. */
  public Set<PartitionName> distinct() {
    return new LinkedHashSet<>(partitions);
  }

  /** Numbers of the components that a request with this has: all, or those of its share. */
  public List<Integer> numbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < partitions.size(); i++) {
      if (share == null || partitions.get(i).equals(share)) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  /** What a whole pack asks of one of its partitions; licences are the leading one's. */
  public ResourceRequest shareOf(ResourceRequest whole, PartitionName partition) {
    Spread own = new Spread(partitions, partition);
    List<ResourceRequest> all = whole.components();
    List<ResourceRequest> there = own.numbers().stream().map(all::get).toList();
    return there.getFirst().with(new Components(there.subList(1, there.size()), own));
  }

  /**
   * What a whole pack holds, in the order of its components.
   *
   * @param shares what it holds in each partition
   * @return null when a share is missing, or has not the tasks of its components
   */
  public @Nullable Allocation whole(ResourceRequest asked, Map<PartitionName, Allocation> shares) {
    List<List<Slice>> parts = new ArrayList<>();
    partitions.forEach(_ -> parts.add(List.of()));
    for (PartitionName partition : distinct()) {
      Allocation held = shares.get(partition);
      ResourceRequest share = shareOf(asked, partition);
      List<Allocation> own = held == null ? null : held.byComponent(share);
      if (own == null) {
        return null;
      }
      List<Integer> numbers = new Spread(partitions, partition).numbers();
      for (int i = 0; i < numbers.size(); i++) {
        parts.set(numbers.get(i), own.get(i).slices());
      }
    }
    return new Allocation(parts.stream().flatMap(List::stream).toList());
  }

  /** The partition of the component with that number. */
  public PartitionName of(int component) {
    return Objects.requireNonNull(partitions.get(component));
  }
}
