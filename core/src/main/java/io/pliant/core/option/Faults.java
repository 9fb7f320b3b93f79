package io.pliant.core.option;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with one submission, all at once: each fault a sentence, told once. */
final class Faults {
  /** Faults told at a time; people mend these and try again. */
  static final int MOST = 20;

  private final Set<String> sentences = new LinkedHashSet<>();

  boolean none() {
    return sentences.isEmpty();
  }

  void add(List<String> faults) {
    faults.forEach(this::add);
  }

  void add(OptionException fault) {
    fault.message().lines().forEach(this::add);
  }

  private void add(String sentence) {
    if (sentences.size() < MOST) {
      sentences.add(sentence);
    }
  }

  /** Reads one part of the submission for its faults alone. */
  void look(Runnable part) {
    try {
      part.run();
    } catch (OptionException e) {
      add(e);
    }
  }

  /** All of them, a line each. */
  OptionException all() {
    return new OptionException(String.join("\n", sentences));
  }
}
