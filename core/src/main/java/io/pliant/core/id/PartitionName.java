package io.pliant.core.id;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Name of a partition: a letter or digit, then also {@code . _ + @ : = -}. */
public record PartitionName(String value) implements Comparable<PartitionName> {
  private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+@:=-]{0,63}");

  public PartitionName {
    if (!LEGAL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "Expected a partition name of at most 64 letters, digits and '._+@:=-', the first a letter or digit, but got '%.80s'."
              .formatted(value));
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

  // by hand, for what takes long in a record, as in ResourceRequest
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || other instanceof PartitionName that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }
}
