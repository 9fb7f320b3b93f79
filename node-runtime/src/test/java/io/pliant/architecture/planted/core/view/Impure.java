package io.pliant.architecture.planted.core.view;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/** Breaks: core is pure; reads no clock; keeps iteration order; no static field changes. */
public final class Impure {
  private static int calls = 0;

  private Impure() {}

  static Path file() {
    return Path.of("/etc/hosts");
  }

  static Instant clock() {
    return Instant.now().plusNanos(++calls);
  }

  static Map<String, Integer> unordered(Map<String, Integer> map) {
    return Map.copyOf(map);
  }
}
