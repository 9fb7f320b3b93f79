package io.pliant.core.id;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Name of a compute node, unique in a cluster: letters, digits, dot, dash, underscore. */
public record NodeName(String value) implements Comparable<NodeName> {
  private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  public NodeName {
    if (!LEGAL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "Expected a node name of letters, digits, '.', '-' and '_', but got '" + value + "'.");
    }
  }

  @Override
  public int compareTo(NodeName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }

  // by hand, for what takes long in a record, as in ResourceRequest
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || other instanceof NodeName that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }
}
