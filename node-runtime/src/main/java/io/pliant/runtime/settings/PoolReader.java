package io.pliant.runtime.settings;

import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.pool.PoolSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads and checks the list {@code pliant.pools}. */
final class PoolReader {
  private PoolReader() {}

  /** The partitions, each with the pool that names it. */
  static List<PartitionSettings> read(Section pliant, List<PartitionSettings> partitions) {
    TreeMap<PartitionName, PartitionSettings> byName = new TreeMap<>();
    partitions.forEach(each -> byName.put(each.name(), each));
    TreeSet<String> names = new TreeSet<>();
    for (Section section : pliant.sections("pools")) {
      PoolSettings pool = section.closed(one(section));
      if (!names.add(pool.name())) {
        throw section.broken("name", "a name that no other pool has", null);
      }
      if (partitions.stream().anyMatch(each -> each.name().value().equals(pool.name()))) {
        throw section.broken(
            "name", "a name that no partition has: jobs may name either with --partition", null);
      }
      for (PartitionName member : pool.members()) {
        PartitionSettings partition = byName.get(member);
        if (partition == null) {
          throw section.broken(
              "partitions", "names of partitions, but there is no " + member, null);
        }
        if (partition.pool() != null) {
          throw section.broken(
              "partitions",
              "partitions of one pool each, but %s is in two".formatted(member),
              null);
        }
        if (partition.keepsCorridor()) {
          throw section.broken(
              "partitions",
              "partitions that keep no power corridor, but %s does: leave it out, or take its block power away"
                  .formatted(member),
              null);
        }
        byName.put(member, partition.in(pool));
      }
    }
    List<PartitionSettings> all = new ArrayList<>();
    partitions.forEach(each -> all.add(byName.getOrDefault(each.name(), each)));
    return all;
  }

  private static PoolSettings one(Section section) {
    String name = section.parsed("name", Word.ALLOWED, Word::check);
    List<PartitionName> members = new ArrayList<>();
    for (String text : section.texts("partitions")) {
      try {
        members.add(new PartitionName(text));
      } catch (IllegalArgumentException e) {
        throw section.broken("partitions", "names of partitions", e);
      }
    }
    try {
      return new PoolSettings(name, members);
    } catch (IllegalArgumentException e) {
      throw section.broken("partitions", "two partitions or more, each once", e);
    }
  }
}
