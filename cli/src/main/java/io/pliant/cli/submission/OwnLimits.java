package io.pliant.cli.submission;

import io.pliant.core.spec.Inheritance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Umask and soft limits of this process, as the kernel tells them. */
final class OwnLimits {
  private static final Pattern UMASK = Pattern.compile("(?m)^Umask:\\s+([0-7]{1,4})$");
  private static final Pattern LIMIT =
      Pattern.compile("(?m)^Max (.+?) {2,}(unlimited|\\d{1,20})\\s");
  private static final int MOST_DIGITS = 18;

  private OwnLimits() {}

  /** The variables by which a job inherits them; none of what the kernel does not tell. */
  static Map<String, String> variables() {
    return variables(text("/proc/self/status"), text("/proc/self/limits"));
  }

  static Map<String, String> variables(String status, String limits) {
    Map<String, String> variables = new TreeMap<>();
    Matcher umask = UMASK.matcher(status);
    if (umask.find()) {
      variables.put(Inheritance.UMASK, umask.group(1));
    }
    Matcher limit = LIMIT.matcher(limits);
    while (limit.find()) {
      String name = name(limit.group(1));
      if (name != null) {
        String value = limit.group(2);
        boolean huge = Character.isDigit(value.charAt(0)) && value.length() > MOST_DIGITS;
        variables.put(Inheritance.LIMIT + name, huge ? Inheritance.UNLIMITED : value);
      }
    }
    return variables;
  }

  private static @Nullable String name(String words) {
    return switch (words) {
      case "address space" -> "AS";
      case "core file size" -> "CORE";
      case "cpu time" -> "CPU";
      case "data size" -> "DATA";
      case "file size" -> "FSIZE";
      case "locked memory" -> "MEMLOCK";
      case "open files" -> "NOFILE";
      case "processes" -> "NPROC";
      case "resident set" -> "RSS";
      case "stack size" -> "STACK";
      default -> null;
    };
  }

  private static String text(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      return ""; // an old kernel: the job has what its node gives
    }
  }
}
