package io.pliant.runtime.node.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The program of the launcher: its parts in their order, each with its own numbers of lines. */
final class LauncherProgram {
  private static final String ORDER = "parts";

  private LauncherProgram() {}

  static byte[] read() {
    StringBuilder all = new StringBuilder();
    for (String name : parts()) {
      all.append("# line 1 \"%s\"\n".formatted(name)).append(text(name));
    }
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Names of the parts, first to last. */
  static List<String> parts() {
    return text(ORDER).lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
  }

  static String text(String name) {
    try (InputStream in = LauncherProgram.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "Expected %s beside %s, but it is not there.".formatted(name, LauncherProgram.class));
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Expected to read %s, but %s.".formatted(name, e.getMessage()), e);
    }
  }
}
