package io.pliant.core.node;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What of the slices that jobs hold a node can enforce.
 *
 * @param by the kernel's interface: {@code cgroup-v2}, {@code cgroup-v1} or {@code none}
 * @param lacking what does not work, each with the reason: {@code memory}, {@code cpus}, {@code
 *     processes}, {@code accounting}, and {@code devices} on a node that has files of some; empty
 *     when all does
 */
public record Confinement(String by, SortedMap<String, String> lacking) {
  /** Longest reason in characters. */
  public static final int LONGEST = 500;

  /** What jobs must be held to where a site insists on it. */
  public static final List<String> LIMITS = List.of("memory", "cpus", "processes", "devices");

  private static final int MOST = 16;

  public Confinement {
    if (by.length() > LONGEST
        || lacking.size() > MOST
        || lacking.values().stream().anyMatch(reason -> reason.length() > LONGEST)) {
      throw new IllegalArgumentException(
          "Expected at most %d reasons of at most %d characters each, but got %d."
              .formatted(MOST, LONGEST, lacking.size()));
    }
    lacking = Collections.unmodifiableSortedMap(new TreeMap<>(lacking));
  }

  /** The same where one thing more does not work. */
  public Confinement without(String what, String reason) {
    TreeMap<String, String> more = new TreeMap<>(lacking);
    more.put(what, reason.substring(0, Math.min(LONGEST, reason.length())));
    return new Confinement(by, more);
  }

  /** What of {@link #LIMITS} does not work, with the reasons, as a sentence; null when all does. */
  public @Nullable String missing() {
    String missing =
        LIMITS.stream()
            .filter(lacking::containsKey)
            .map(what -> what + ": " + lacking.get(what))
            .collect(Collectors.joining("; "));
    return missing.isEmpty() ? null : missing;
  }
}
