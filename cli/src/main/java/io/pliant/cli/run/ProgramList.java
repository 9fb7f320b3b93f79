package io.pliant.cli.run;

import io.pliant.cli.invocation.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file of {@code srun --multi-prog}: lines of {@code RANKS PROGRAM ARGUMENT...}, of which each
 * task runs the first that has its rank. Ranks are numbers, ranges and lists of these, or {@code *}
 * for those that no line before has. A backslash makes the next character a plain one; quotes are
 * plain characters, as under Slurm. {@code %t} is the rank, {@code %o} its place in the line.
 */
final class ProgramList {
  private static final int LONGEST = 256 << 10;
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,7})(?:-([0-9]{1,7}))?");

  private ProgramList() {}

  /** The shell's text that becomes the program of a task; fails with the line that is wrong. */
  static String script(String file, String text) {
    if (text.length() > LONGEST) {
      throw CommandFailure.usage(
          "Expected at most %d characters in %s, but got %d."
              .formatted(LONGEST, file, text.length()));
    }
    StringBuilder script = new StringBuilder("r=$SLURM_PROCID\n");
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      List<String> words = words(line);
      if (words.isEmpty() || words.getFirst().startsWith("#")) {
        continue;
      }
      if (words.size() < 2) {
        throw bad(file, number, line);
      }
      List<String> program = words.subList(1, words.size());
      int place = 0;
      for (String range : words.getFirst().split(",", -1)) {
        place = add(script, range, place, program, bad(file, number, line));
      }
    }
    return script
        .append(
            "echo \"srun: error: no line of the --multi-prog file is for task $r\" >&2\nexit 1\n")
        .toString();
  }

  /** Adds a range whose first rank has this place in the line; returns that of the next one. */
  private static int add(
      StringBuilder script, String range, int place, List<String> program, CommandFailure wrong) {
    if (range.equals("*")) {
      script.append("o=$r; exec").append(quoted(program)).append('\n');
      return place;
    }
    Matcher bounds = RANGE.matcher(range);
    if (!bounds.matches()) {
      throw wrong;
    }
    int from = Integer.parseInt(bounds.group(1));
    int to = bounds.group(2) == null ? from : Integer.parseInt(bounds.group(2));
    if (to < from) {
      throw wrong;
    }
    script
        .append(
            "if ((r >= %d && r <= %d)); then o=$((r - %d)); exec".formatted(from, to, from - place))
        .append(quoted(program))
        .append("; fi\n");
    return place + to - from + 1;
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean any = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        word.append(line.charAt(++i));
        any = true;
      } else if (c == ' ' || c == '\t') {
        if (any) {
          words.add(word.toString());
        }
        word.setLength(0);
        any = false;
      } else {
        word.append(c);
        any = true;
      }
    }
    if (any) {
      words.add(word.toString());
    }
    return words;
  }

  private static String quoted(List<String> program) {
    StringBuilder text = new StringBuilder();
    for (String word : program) {
      String plain = "'" + word.replace("'", "'\\''") + "'";
      text.append(' ').append(plain.replace("%t", "'\"$r\"'").replace("%o", "'\"$o\"'"));
    }
    return text.toString();
  }

  private static CommandFailure bad(String file, int number, String line) {
    return CommandFailure.usage(
        "Expected 'RANKS PROGRAM ARGUMENT...' in %s line %d, but got '%.80s'."
            .formatted(file, number, line));
  }
}
