package io.pliant.core.option;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options in a script's comment lines that begin with {@code #SBATCH} or {@code #PLIANT}, read
 * as sbatch reads them: only before the first line that is neither comment nor blank.
 *
 * @param options in the order in which they stand in the script
 * @param withoutEffect places of directives behind the first command
 */
record ScriptDirectives(List<GivenOption> options, List<String> withoutEffect) {

  private static final List<String> MARKS = List.of("#SBATCH", "#PLIANT");

  ScriptDirectives {
    options = List.copyOf(options);
    withoutEffect = List.copyOf(withoutEffect);
  }

  /** Reads the directives of a script that errors call {@code name}. */
  static ScriptDirectives read(String script, String name) {
    List<GivenOption> options = new ArrayList<>();
    List<String> withoutEffect = new ArrayList<>();
    boolean header = true;
    int number = 0;
    for (int start = 0; start < script.length(); ) {
      int newline = script.indexOf('\n', start);
      int end = newline < 0 ? script.length() : newline;
      String where = name + " line " + ++number;
      String text = directive(script, start, end);
      if (text != null && header) {
        options.addAll(optionsOf(text, where));
      } else if (text != null) {
        withoutEffect.add(where);
      } else {
        header = header && !isCommand(script, start, end);
      }
      start = end + 1;
    }
    return new ScriptDirectives(options, withoutEffect);
  }

  /** What follows the mark of a directive, or null for another line. */
  private static @Nullable String directive(String script, int start, int end) {
    for (String mark : MARKS) {
      int after = start + mark.length();
      if (after > end || !script.startsWith(mark, start)) {
        continue;
      }
      char next = after == end ? ' ' : script.charAt(after);
      return next == '-' || isSpace(next) ? script.substring(after, end) : null;
    }
    return null;
  }

  private static boolean isCommand(String script, int start, int end) {
    int at = start;
    while (at < end && isSpace(script.charAt(at))) {
      at++;
    }
    return at < end && script.charAt(at) != '#';
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static List<GivenOption> optionsOf(String text, String where) {
    OptionReader reader =
        new OptionReader(DirectiveWords.of(text, where), OptionScope.DIRECTIVES, where);
    List<GivenOption> options = reader.read();
    if (!reader.rest().isEmpty()) {
      throw new OptionException(
          "%s: expected an option, but got '%s'.".formatted(where, reader.rest().getFirst()));
    }
    return options;
  }
}
