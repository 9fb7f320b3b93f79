package io.pliant.core.option;

import io.pliant.core.resource.Components;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options in a script's comment lines that begin with {@code #SBATCH} or {@code #PLIANT}, read
 * as sbatch reads them: only before the first line that is neither comment nor blank.
 *
 * @param options in the order in which they stand in the script; of a job pack, those of its first
 *     component
 * @param further of a job pack, those of each further component
 * @param withoutEffect places of directives behind the first command
 * @param ofPbs places of {@code #PBS} lines before the first command, which Slurm reads and Pliant
 *     does not
 * @param faults what is wrong in directives, each with its line
 */
record ScriptDirectives(
    List<GivenOption> options,
    List<List<GivenOption>> further,
    List<String> withoutEffect,
    List<String> ofPbs,
    List<String> faults) {

  private static final String PBS = "#PBS ";
  private static final List<String> SEPARATORS = List.of("hetjob", "packjob");
  private static final List<String> MARKS = List.of("#SBATCH", "#PLIANT");

  ScriptDirectives {
    options = List.copyOf(options);
    further = further.stream().map(List::copyOf).toList();
    withoutEffect = List.copyOf(withoutEffect);
    ofPbs = List.copyOf(ofPbs);
    faults = List.copyOf(faults);
  }

  /** Reads the directives of a script that errors call {@code name}. */
  static ScriptDirectives read(String script, String name) {
    List<List<GivenOption>> components = new ArrayList<>();
    components.add(new ArrayList<>());
    List<String> withoutEffect = new ArrayList<>();
    List<String> ofPbs = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    boolean header = true;
    int number = 0;
    for (int start = 0; start < script.length(); ) {
      int newline = script.indexOf('\n', start);
      int end = newline < 0 ? script.length() : newline;
      String where = name + " line " + ++number;
      String text = directive(script, start, end);
      if (text != null && header && faults.size() < Faults.MOST) {
        if (separates(text, where, faults)) {
          if (components.size() <= Components.MOST) { // one too many is refused, and so are more
            components.add(new ArrayList<>());
          }
        } else {
          components.getLast().addAll(optionsOf(text, placed(where, components.size()), faults));
        }
      } else if (text != null && !header) {
        withoutEffect.add(where);
      } else if (text == null) {
        if (header && script.startsWith(PBS, start)) {
          ofPbs.add(where);
        }
        header = header && !isCommand(script, start, end);
      }
      start = end + 1;
    }
    return new ScriptDirectives(
        components.getFirst(),
        components.subList(1, components.size()),
        withoutEffect,
        ofPbs,
        faults);
  }

  /** The place with the number of the component where it is not the first. */
  private static String placed(String where, int components) {
    return components == 1 ? where : PackOptions.placed(where, components - 1);
  }

  /** True for a line behind which the next component of a job pack begins. */
  private static boolean separates(String text, String where, List<String> faults) {
    String words = text.strip();
    for (String separator : SEPARATORS) {
      if (words.startsWith(separator + " ") || words.startsWith(separator + "\t")) {
        faults.add(
            "%s: expected nothing behind '%s', but got '%s'; write options in lines of their own."
                .formatted(
                    where,
                    separator,
                    TextCheck.oneLine(words.substring(separator.length()).strip(), 80)));
        return true;
      }
    }
    return SEPARATORS.contains(words);
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

  private static List<GivenOption> optionsOf(String text, String where, List<String> faults) {
    List<String> words;
    try {
      words = DirectiveWords.of(text, where);
    } catch (OptionException e) {
      faults.add(e.message());
      return List.of();
    }
    OptionReader reader = new OptionReader(words, OptionScope.DIRECTIVES, where);
    List<GivenOption> options = reader.readAll();
    faults.addAll(reader.faults());
    if (!reader.rest().isEmpty()) {
      faults.add(
          "%s: expected an option, but got '%s'."
              .formatted(where, TextCheck.oneLine(reader.rest().getFirst(), 80)));
    }
    return options;
  }
}
