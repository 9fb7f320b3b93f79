package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Names of nodes, each once and in order. Immutable. Its hash is known: rounds look up what jobs
 * ask for in tables, and that may name thousands of nodes.
 */
final class SortedNames extends AbstractList<NodeName> implements RandomAccess {
  /** Names in a list that a job may give. */
  static final int MOST = 4_096;

  private static final int BYTES_BESIDE_A_NAME = 64;

  private final NodeName[] names;
  private final int hash;

  private SortedNames(NodeName[] names) {
    this.names = names;
    this.hash = super.hashCode();
  }

  static SortedNames of(Collection<NodeName> names) {
    return names instanceof SortedNames same
        ? same
        : new SortedNames(new TreeSet<>(names).toArray(NodeName[]::new));
  }

  /** A list that a job gives: 1 to {@value #MOST} names; null stays null. */
  static @Nullable List<NodeName> bounded(@Nullable List<NodeName> names) {
    if (names == null) {
      return null;
    }
    List<NodeName> each = of(names);
    if (each.isEmpty() || each.size() > MOST) {
      throw new IllegalArgumentException(
          "Expected a list of 1 to %d nodes, but got %d.".formatted(MOST, each.size()));
    }
    return each;
  }

  /** Bytes that a list takes in memory, about. */
  static long bytes(@Nullable List<NodeName> names) {
    return names == null
        ? 0
        : names.stream().mapToLong(name -> BYTES_BESIDE_A_NAME + name.value().length()).sum();
  }

  @Override
  public NodeName get(int index) {
    return names[index];
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this
        || (other instanceof SortedNames same
            ? hash == same.hash && Arrays.equals(names, same.names)
            : super.equals(other));
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
