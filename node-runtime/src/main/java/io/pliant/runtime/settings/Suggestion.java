package io.pliant.runtime.settings;

import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Finds the known word that a misspelt one most likely stands for. */
final class Suggestion {
  private Suggestion() {}

  /**
   * The nearest of {@code known} within a third of the word's length (at least 2 edits), or null.
   */
  static @Nullable String nearest(String word, Collection<String> known) {
    int reach = Math.max(2, word.length() / 3);
    return known.stream()
        .filter(k -> distance(word, k) <= reach)
        .min(Comparator.comparingInt((String k) -> distance(word, k)).thenComparing(k -> k))
        .orElse(null);
  }

  /** Number of insertions, deletions and replacements from one word to the other. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
