package io.pliant.core.option;

import java.util.ArrayList;
import java.util.List;

/** Writes options as words again. */
final class OptionWords {

  private OptionWords() {}

  /** The options that are not for the client alone, in their long form. */
  static List<String> passedOn(List<GivenOption> options) {
    List<String> words = new ArrayList<>();
    for (GivenOption given : options) {
      if (!given.option().isFor(OptionUse.CLIENT)) {
        String value = given.value();
        words.add(value == null ? given.option().typed() : given.option().typed() + "=" + value);
      }
    }
    return words;
  }
}
