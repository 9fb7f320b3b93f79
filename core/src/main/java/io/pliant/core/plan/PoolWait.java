package io.pliant.core.plan;

import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Its home cannot start it alone, and the pool has too few idle nodes for it.
 *
 * @param need whole nodes that it needs
 * @param at when that was looked at last
 * @param asked nodes that were asked for, by partition; empty when nobody was asked, because they
 *     had said before that they have too few
 * @param offered what was offered or, when nobody was asked, what they had said
 * @param collecting they are being asked now
 */
public record PoolWait(
    String pool,
    int need,
    Instant at,
    SortedMap<PartitionName, Integer> asked,
    SortedMap<PartitionName, Integer> offered,
    boolean collecting)
    implements WaitReason {
  @Override
  public String code() {
    return "Resources";
  }

  @Override
  public String describe() {
    String whole = "Alone or from pool %s it needs %d whole node(s)".formatted(pool, need);
    if (collecting) {
      return "%s, which are being collected: asked are %s.".formatted(whole, counts(asked, asked));
    }
    return asked.isEmpty()
        ? "%s; idle are %s. It is tried again when nodes come free."
            .formatted(whole, counts(offered, offered))
        : "%s; at %s %s were offered of those asked for. It is tried again when nodes come free."
            .formatted(whole, at.truncatedTo(ChronoUnit.SECONDS), counts(asked, offered));
  }

  private static String counts(
      SortedMap<PartitionName, Integer> names, SortedMap<PartitionName, Integer> counts) {
    return names.keySet().stream()
        .map(name -> "%d of %s".formatted(counts.getOrDefault(name, 0), name))
        .collect(Collectors.joining(", "));
  }
}
