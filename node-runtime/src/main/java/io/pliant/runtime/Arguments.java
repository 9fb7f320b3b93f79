package io.pliant.runtime;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The words after a role: {@code --name value} pairs, each at most once. */
record Arguments(Map<String, String> options) {
  /** Throws IllegalArgumentException for anything that is not in {@code known}. */
  static Arguments parse(List<String> words, Set<String> known) {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "Expected one of %s, but got '%s'.".formatted(known.stream().sorted().toList(), word));
      }
      if (equals < 0 && i + 1 == words.size()) {
        throw new IllegalArgumentException("Expected a value after " + name + ".");
      }
      String value = equals < 0 ? words.get(++i) : word.substring(equals + 1);
      if (options.put(name, value) != null) {
        throw new IllegalArgumentException("Expected " + name + " once, but got it twice.");
      }
    }
    return new Arguments(options);
  }

  boolean has(String name) {
    return options.containsKey(name);
  }

  String required(String name) {
    String value = options.get(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("Expected " + name + ", but it is missing.");
    }
    return value;
  }

  Path config() {
    return Path.of(required("--config")).toAbsolutePath().normalize();
  }

  int number(String name, int fallback) {
    String value = options.get(name);
    try {
      int number = value == null ? fallback : Integer.parseInt(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Expected a number after %s, but got '%s'.".formatted(name, value), e);
    }
    throw new IllegalArgumentException(
        "Expected a number above 0 after %s, but got '%s'.".formatted(name, value));
  }
}
