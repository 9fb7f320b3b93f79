package io.pliant.core.pool;

import io.pliant.core.id.PartitionName;
import java.util.List;

/**
 * What the site's configuration says of a pool: partitions that lend each other idle nodes.
 *
 * @param name its name
 * @param members its partitions, two or more
 */
public record PoolSettings(String name, List<PartitionName> members) {
  public PoolSettings {
    members = List.copyOf(members);
    if (members.size() < 2 || members.stream().distinct().count() < members.size()) {
      throw new IllegalArgumentException(
          "Expected pool %s to name two partitions or more, each once, but got %s."
              .formatted(name, members));
    }
  }

  /** All but one. */
  public List<PartitionName> others(PartitionName self) {
    return members.stream().filter(member -> !member.equals(self)).toList();
  }
}
