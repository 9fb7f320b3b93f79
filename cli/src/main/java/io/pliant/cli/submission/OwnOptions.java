package io.pliant.cli.submission;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.option.OptionArgument;
import io.pliant.core.option.SubmitOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Picks {@code --dir} and {@code --json} out of a command line in Slurm's way, up to the script or
 * program.
 *
 * @param rest the words that are left
 */
public record OwnOptions(@Nullable Path dir, boolean json, List<String> rest) {
  private static final String DIR = "--dir";
  private static final String JSON = "--json";

  /** Lines for the help text. */
  public static final String HELP =
      """
          --dir=<folder>            State folder of the cluster: $PLIANT_HOME, else ~/.pliant.
          --json                    Print the answer as JSON.
      """
          .indent(2);

  /**
   * Picks them out.
   *
   * @param others the other options of the command, to tell their values from a script's name
   */
  public static OwnOptions pick(List<String> words, List<SubmitOption> others) {
    Path dir = null;
    boolean json = false;
    List<String> rest = new ArrayList<>();
    int at = 0;
    while (at < words.size()) {
      String word = words.get(at);
      if (!word.startsWith("-") || word.equals("-") || word.equals("--")) {
        break;
      }
      if (word.equals(JSON)) {
        json = true;
      } else if (word.equals(DIR) || word.startsWith(DIR + "=")) {
        boolean apart = word.equals(DIR);
        if (apart && at + 1 == words.size()) {
          throw CommandFailure.usage("Expected a folder after --dir, but got nothing.");
        }
        dir = Path.of(apart ? words.get(++at) : word.substring(DIR.length() + 1));
      } else {
        rest.add(word);
        if (takesNextWord(word, others) && at + 1 < words.size()) {
          rest.add(words.get(++at));
        }
      }
      at++;
    }
    rest.addAll(words.subList(at, words.size()));
    return new OwnOptions(dir, json, rest);
  }

  /** True when the value of this option is the word behind it. */
  public static boolean takesNextWord(String word, List<SubmitOption> others) {
    if (word.startsWith("--")) {
      return others.stream()
          .anyMatch(
              o -> o.argument() == OptionArgument.REQUIRED && word.equals("--" + o.longName()));
    }
    for (int i = 1; i < word.length(); i++) {
      char letter = word.charAt(i);
      boolean value =
          others.stream()
              .anyMatch(o ->
                  o.argument() == OptionArgument.REQUIRED
                      && o.shortName() != null
                      && o.shortName() == letter);
      if (value) {
        return i == word.length() - 1;
      }
    }
    return false;
  }
}
