package io.pliant.cli.run;

import io.pliant.core.format.PrintableText;
import io.pliant.core.id.ExitStatus;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * What {@code pliant run} says for itself on standard error, in the words of {@code srun}.
 *
 * @param program name under which it was called
 * @param quiet say errors only
 * @param terminal where lines end as it wants while a task has it
 */
record RunMessages(PrintStream err, String program, boolean quiet, LocalTerminal terminal) {
  /** Those of a command whose tasks have no terminal. */
  RunMessages(PrintStream err, String program, boolean quiet) {
    this(err, program, quiet, LocalTerminal.none());
  }

  /** Something worth knowing that is no error. */
  void note(String text) {
    if (!quiet) {
      say(text);
    }
  }

  void error(String text) {
    say("error: " + text);
  }

  /** A message of a node's supervisor. */
  void fromNode(String node, String text) {
    say(node + ": " + text);
  }

  /** Tells of the tasks of one node that failed, those with the same status in one line. */
  void failures(String node, List<TaskExit> exits) {
    Map<String, List<Integer>> byEnd = new TreeMap<>();
    exits.stream()
        .filter(exit -> !exit.status().success())
        .sorted(Comparator.comparingInt(TaskExit::rank))
        .forEach(exit ->
            byEnd
                .computeIfAbsent(words(exit.status()), words -> new ArrayList<>())
                .add(exit.rank()));
    byEnd.forEach((words, ranks) ->
        error(
            "%s: %s %s: %s"
                .formatted(node, ranks.size() == 1 ? "task" : "tasks", ranges(ranks), words)));
  }

  private synchronized void say(String text) {
    String lines = program + ": " + PrintableText.escapedLines(text) + "\n";
    err.print(lines.replace("\n", terminal.lineEnd()));
    err.flush();
  }

  private static String words(ExitStatus status) {
    return status.signal() != 0
        ? Signals.description(status.signal())
        : "Exited with exit code " + status.code();
  }

  /** Sorted ranks with runs shortened: {@code 0-2,5}. */
  static String ranges(List<Integer> ranks) {
    StringJoiner text = new StringJoiner(",");
    for (int i = 0; i < ranks.size(); ) {
      int end = i;
      while (end + 1 < ranks.size() && ranks.get(end + 1) == ranks.get(end) + 1) {
        end++;
      }
      text.add(i == end ? ranks.get(i).toString() : ranks.get(i) + "-" + ranks.get(end));
      i = end + 1;
    }
    return text.toString();
  }
}
