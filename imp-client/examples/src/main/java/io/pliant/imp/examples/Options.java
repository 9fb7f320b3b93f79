package io.pliant.imp.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options of an example's command line, {@code --name VALUE}; every value is checked. */
final class Options {
  private final Map<String, Long> numbers;
  private final Map<String, String> texts;

  private Options(Map<String, Long> numbers, Map<String, String> texts) {
    this.numbers = numbers;
    this.texts = texts;
  }

  /**
   * An option with a whole number.
   *
   * @param name without the dashes
   * @param fallback its value when it is not given
   * @param least the smallest value allowed
   * @param most the largest value allowed
   * @param meaning for {@code --help}
   */
  record Number(String name, long fallback, long least, long most, String meaning) {}

  /**
   * An option with a text, empty when it is not given.
   *
   * @param name without the dashes
   * @param value what to call it
   * @param meaning for {@code --help}
   */
  record Text(String name, String value, String meaning) {}

  /** What a program is called, says of itself, and takes; the options common to all come last. */
  record Usage(String name, String about, List<Number> own, List<Text> ownTexts) {
    Usage(String name, String about, List<Number> own) {
      this(name, about, own, List.of());
    }

    List<Text> texts() {
      List<Text> all = new ArrayList<>(ownTexts);
      all.add(
          new Text(
              "wishes", "LIST", "ask for another size, as in 40:grow:2,90:release:1 (by step)"));
      all.add(new Text("until", "FILE", "... only as long as there is no such file"));
      all.add(new Text("expect", "DIGEST", "what the answer must be"));
      return all;
    }

    List<Number> all() {
      List<Number> all = new ArrayList<>(own);
      all.add(
          new Number(
              "step-ms",
              0,
              0,
              60_000,
              "let a step take at least so many milliseconds, to be watched"));
      return all;
    }

    String help() {
      StringBuilder text = new StringBuilder();
      text.append("Usage: ").append(name).append(" [OPTION VALUE]...\n").append(about);
      text.append("\n\n");
      for (Number option : all()) {
        text.append(
            String.format(
                "  --%-18s %s (%d)%n",
                option.name + " N", option.meaning, Long.valueOf(option.fallback)));
      }
      for (Text option : texts()) {
        text.append(
            String.format("  --%-18s %s%n", option.name + " " + option.value, option.meaning));
      }
      text.append(String.format("  --%-18s %s%n", "help", "this text"));
      text.append(
          "\nA task alone, or a task of a malleable job when its node agent says so in the");
      text.append(
          "\nenvironment. Ends with 0 when the answer is right, 1 when it is wrong, the job");
      text.append("\nwas stopped or a task was lost, 2 when the options are wrong.");
      return text.toString();
    }
  }

  /** Reads a command line; {@link IllegalArgumentException} says what is wrong with it. */
  static Options read(Usage usage, String... words) {
    Map<String, Number> known = new LinkedHashMap<>();
    Map<String, Long> numbers = new LinkedHashMap<>();
    for (Number option : usage.all()) {
      known.put("--" + option.name, option);
      numbers.put(option.name, option.fallback);
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (Text option : usage.texts()) {
      texts.put("--" + option.name, "");
    }
    for (int i = 0; i < words.length; i += 2) {
      Number option = known.get(words[i]);
      if (option == null && !texts.containsKey(words[i])) {
        throw new IllegalArgumentException(
            "Expected one of "
                + known.keySet()
                + " or "
                + texts.keySet()
                + ", but got '"
                + words[i]
                + "'.");
      }
      if (i + 1 == words.length) {
        throw new IllegalArgumentException("Expected a value after " + words[i] + ".");
      }
      if (option == null) {
        texts.put(words[i], words[i + 1]);
      } else {
        numbers.put(option.name, number(option, words[i + 1]));
      }
    }
    return new Options(numbers, texts);
  }

  private static long number(Number option, String text) {
    try {
      long value = Long.parseLong(text);
      if (value >= option.least && value <= option.most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(refusal(option, text), e);
    }
    throw new IllegalArgumentException(refusal(option, text));
  }

  private static String refusal(Number option, String text) {
    return "Expected a whole number from "
        + option.least
        + " to "
        + option.most
        + " for --"
        + option.name
        + ", but got '"
        + text
        + "'.";
  }

  /** The value of one of the usage's own options. */
  int number(String name) {
    Long value = numbers.get(name);
    if (value == null) {
      throw new IllegalArgumentException("Expected an option, but there is no --" + name + ".");
    }
    return Math.toIntExact(value);
  }

  /** The value of an option with a text; empty when it was not given. */
  String text(String name) {
    String value = texts.get("--" + name);
    if (value == null) {
      throw new IllegalArgumentException("Expected an option, but there is no --" + name + ".");
    }
    return value;
  }

  /** The digest that the answer must have; empty when any will do. */
  String expected() {
    return text("expect");
  }

  /** The file whose existence lets steps take no least time any more; null when none is named. */
  @Nullable Path until() {
    String name = text("until");
    return name.isEmpty() ? null : Path.of(name);
  }
}
