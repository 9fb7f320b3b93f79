package io.pliant.core.option;

import io.pliant.core.dependency.Dependency;
import org.jspecify.annotations.Nullable;

/** {@code --dependency} and {@code --kill-on-invalid-dep}. */
final class DependencyOptions {
  private DependencyOptions() {}

  /** What is asked for, or null for nothing. Without a word a job that never can start stays. */
  static @Nullable Dependency read(GivenOptions options) {
    Boolean end =
        options.read(SubmitOption.KILL_ON_INVALID_DEP, "yes or no", DependencyOptions::yes);
    GivenOption given = options.get(SubmitOption.DEPENDENCY);
    return given == null ? null : read(given, Boolean.TRUE.equals(end));
  }

  static Dependency read(GivenOption given, boolean endIfNever) {
    try {
      return Dependency.parse(given.valueOrEmpty(), endIfNever);
    } catch (IllegalArgumentException e) {
      String detail = String.valueOf(e.getMessage()).replaceFirst("\\.$", "");
      throw OptionException.badValue(given, Dependency.FORMS + " (" + detail + ")");
    }
  }

  private static Boolean yes(String word) {
    return switch (word) {
      case "yes" -> true;
      case "no" -> false;
      default -> throw new IllegalArgumentException(word);
    };
  }
}
