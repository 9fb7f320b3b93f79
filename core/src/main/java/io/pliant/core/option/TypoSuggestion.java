package io.pliant.core.option;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the known word that somebody most likely meant. */
final class TypoSuggestion {

  private static final int LONGEST = 64;

  private TypoSuggestion() {}

  /** The nearest of the known words by edit distance, or null when none is near. */
  static @Nullable String nearest(String word, Collection<String> known) {
    if (word.length() > LONGEST) {
      return null;
    }
    String best = null;
    int least = Math.max(1, word.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(word, candidate);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }

  /** Number of letters to add, to drop, to replace or to swap with the next one. */
  static int distance(String from, String to) {
    int[] beforeLast = new int[to.length() + 1];
    int[] last = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        row[j] = Math.min(last[j - 1] + (same ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
        if (i > 1 && j > 1 && swapped(from, i, to, j)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[to.length()];
  }

  private static boolean swapped(String from, int i, String to, int j) {
    return from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
  }
}
