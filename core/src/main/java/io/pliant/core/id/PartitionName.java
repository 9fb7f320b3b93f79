package io.pliant.core.id;

import java.util.regex.Pattern;

/** Name of a partition: letters, digits, dash, underscore. */
public record PartitionName(String value) implements Comparable<PartitionName> {
  private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

  public PartitionName {
    if (!LEGAL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "Expected a partition name of letters, digits, '-' and '_', but got '" + value + "'.");
    }
  }

  @Override
  public int compareTo(PartitionName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
