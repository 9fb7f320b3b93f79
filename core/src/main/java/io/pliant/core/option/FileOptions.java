package io.pliant.core.option;

import io.pliant.core.spec.StreamFiles;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the options on standard streams and on the working directory. */
final class FileOptions {

  private FileOptions() {}

  /** Patterns as given. */
  static StreamFiles streams(GivenOptions options, String defaultOutput) {
    String output = pattern(options.get(SubmitOption.OUTPUT));
    return new StreamFiles(
        output == null ? defaultOutput : output,
        pattern(options.get(SubmitOption.ERROR)),
        pattern(options.get(SubmitOption.INPUT)),
        append(options));
  }

  private static @Nullable String pattern(@Nullable GivenOption given) {
    if (given == null) {
      return null;
    }
    String pattern = given.valueOrEmpty();
    if (pattern.isEmpty() || pattern.indexOf('\0') >= 0) {
      throw OptionException.badValue(given, "a file name, which may have symbols such as %j");
    }
    return pattern.equalsIgnoreCase("none") ? "/dev/null" : pattern;
  }

  private static boolean append(GivenOptions options) {
    GivenOption given = options.get(SubmitOption.OPEN_MODE);
    if (given == null) {
      return false;
    }
    return switch (given.valueOrEmpty().toLowerCase(Locale.ROOT)) {
      case "append", "a" -> true;
      case "truncate", "t" -> false;
      default -> throw OptionException.badValue(given, "append or truncate");
    };
  }

  /** The directory of {@code --chdir}, taken from where the client was called. */
  static String workingDirectory(GivenOptions options, String submitDirectory) {
    if (!submitDirectory.startsWith("/")) {
      throw new OptionException(
          "Expected the client's working directory as an absolute path, but got '%s'."
              .formatted(submitDirectory));
    }
    GivenOption given = options.get(SubmitOption.CHDIR);
    if (given == null) {
      return submitDirectory;
    }
    String directory = given.valueOrEmpty();
    if (directory.isEmpty() || directory.indexOf('\0') >= 0) {
      throw OptionException.badValue(given, "a directory");
    }
    if (directory.startsWith("/")) {
      return directory;
    }
    return submitDirectory + (submitDirectory.endsWith("/") ? "" : "/") + directory;
  }
}
