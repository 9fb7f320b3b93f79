package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.RandomAccess;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Names of nodes, each once and in order. Immutable. Its hash is known: rounds look up what jobs
 * ask for in tables, and that may name thousands of nodes.
 */
final class SortedNames extends AbstractList<NodeName> implements RandomAccess {
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
