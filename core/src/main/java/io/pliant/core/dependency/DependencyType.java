package io.pliant.core.dependency;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a job waits for of another one, with Slurm's words. */
public enum DependencyType {
  /** That it has started, or was cancelled before; with minutes after that. */
  AFTER("after"),
  /** That it is over. */
  AFTER_ANY("afterany"),
  /** That it has ended well. */
  AFTER_OK("afterok"),
  /** That it has ended, and not well. */
  AFTER_NOT_OK("afternotok"),
  /** For each element of an array: that the other array's element of that index ended well. */
  AFTER_CORR("aftercorr");

  private final String word;

  DependencyType(String word) {
    this.word = word;
  }

  /** As users write it. */
  public String word() {
    return word;
  }

  /** Throws IllegalArgumentException for a word that is none. */
  static DependencyType of(String word) {
    for (DependencyType type : values()) {
      if (type.word.equals(word)) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "'%2$s' is none of %1$s and singleton"
            .formatted(
                Arrays.stream(values()).map(DependencyType::word).collect(Collectors.joining(", ")),
                word));
  }
}
