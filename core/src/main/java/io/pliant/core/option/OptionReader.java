package io.pliant.core.option;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads words as options in the manner of {@code getopt_long}: long options, also shortened, with
 * {@code =} or a following word, short ones glued or not, flags in one cluster; the first other
 * word ends them.
 */
final class OptionReader {

  private final List<String> words;
  private final OptionScope scope;
  private final String where;
  private final List<GivenOption> options = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private int at;

  /**
   * @param scope options that may stand here
   * @param where the place to name in errors
   */
  OptionReader(List<String> words, OptionScope scope, String where) {
    this.words = words;
    this.scope = scope;
    this.where = where;
  }

  /**
   * Reads up to the first word that is no option, or behind a {@code --}.
   *
   * @throws OptionException with all faults, a line for each
   */
  List<GivenOption> read() {
    readAll();
    if (!faults.isEmpty()) {
      throw new OptionException(String.join("\n", faults));
    }
    return List.copyOf(options);
  }

  /** Reads the same, and what is wrong into {@link #faults()}. */
  List<GivenOption> readAll() {
    while (at < words.size()) {
      String word = words.get(at);
      if (word.equals("--")) {
        at++;
        break;
      }
      if (word.length() < 2 || word.charAt(0) != '-') {
        break;
      }
      at++;
      try {
        if (word.startsWith("--")) {
          readLong(word.substring(2));
        } else {
          readShort(word);
        }
      } catch (OptionException e) {
        faults.add(e.message());
        skipValue(word);
      }
    }
    return List.copyOf(options);
  }

  /** What is wrong, a sentence for each option that could not be read. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  /** What follows an option that is not known is its value, unless it is an option itself. */
  private void skipValue(String word) {
    boolean apart = word.startsWith("--") ? word.indexOf('=') < 0 : word.length() == 2;
    if (apart && at < words.size() && !words.get(at).startsWith("-")) {
      at++;
    }
  }

  /** The words behind the options. */
  List<String> rest() {
    return List.copyOf(words.subList(at, words.size()));
  }

  private void readLong(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    String glued = equals < 0 ? null : text.substring(equals + 1);
    SubmitOption option = scope.meantBy(name);
    if (option == null) {
      throw scope.unknownLong(name, where);
    }
    options.add(new GivenOption(option, longValue(option, glued), where));
  }

  private @Nullable String longValue(SubmitOption option, @Nullable String glued) {
    return switch (option.argument()) {
      case OPTIONAL -> glued;
      case REQUIRED -> glued == null ? nextWord(option) : glued;
      case NONE -> {
        if (glued != null) {
          throw new OptionException(
              "%s: option '%s' takes no value, but got '%s'."
                  .formatted(where, option.typed(), glued));
        }
        yield null;
      }
    };
  }

  private void readShort(String word) {
    for (int i = 1; i < word.length(); i++) {
      SubmitOption option = scope.byLetter(word.charAt(i));
      checkSingleDash(word);
      if (option == null) {
        throw scope.unknownLetter(word.charAt(i), word, where);
      }
      if (option.argument() == OptionArgument.REQUIRED) {
        String glued = word.substring(i + 1);
        options.add(new GivenOption(option, glued.isEmpty() ? nextWord(option) : glued, where));
        return;
      }
      String number = word.substring(i + 1);
      boolean glued =
          option.argument() == OptionArgument.OPTIONAL
              && !number.isEmpty()
              && number.chars().allMatch(Character::isDigit);
      options.add(new GivenOption(option, glued ? number : null, where));
      if (glued) {
        return;
      }
    }
  }

  /** A long option with one dash, such as {@code -nodes=2}, would be read as {@code -n odes=2}. */
  private void checkSingleDash(String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word.substring(1) : word.substring(1, equals);
    if (name.length() > 1 && scope.byLongName(name) != null) {
      throw new OptionException(
          "%s: unknown option '%s'; maybe you meant '-%s'.".formatted(where, word, word));
    }
  }

  private String nextWord(SubmitOption option) {
    if (at == words.size()) {
      throw new OptionException(
          "%s: option '%s' needs a value, as in '%s=<%s>'."
              .formatted(where, option.typed(), option.typed(), option.argumentName()));
    }
    return words.get(at++);
  }
}
