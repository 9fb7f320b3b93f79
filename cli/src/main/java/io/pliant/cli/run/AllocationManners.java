package io.pliant.cli.run;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.submission.OwnOptions;
import io.pliant.core.option.SubmitOption;
import io.pliant.core.option.VariableOptions;
import io.pliant.core.spec.SignalNumber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an allocation is announced and ends: the options that {@code salloc} alone has, and its
 * variables {@code SALLOC_BELL}, {@code SALLOC_NO_BELL} and {@code SALLOC_KILL_CMD}.
 *
 * @param noShell hold the nodes without a program here
 * @param bell whether the terminal rings, or null for only after a long wait
 * @param kills the program here gets a signal when its nodes are revoked
 * @param signal name of that signal, or null for the usual one
 * @param rest the words that are left
 */
record AllocationManners(
    boolean noShell,
    @Nullable Boolean bell,
    boolean kills,
    @Nullable String signal,
    List<String> rest) {
  /** A wait that is told by the bell of itself. */
  private static final Duration LONG = Duration.ofSeconds(10);

  private static final String KILL = "--kill-command";

  /** Lines for the help text. */
  static final String HELP =
      """
          --no-shell                Hold nodes and return at once; end the job with scancel.
          --bell, --no-bell         Ring the terminal when nodes are granted; usually after 10 s.
      -K, --kill-command[=<signal>] Signal the program when its nodes are revoked (HUP of shells, else TERM).
      """
          .indent(2);

  AllocationManners {
    rest = List.copyOf(rest);
  }

  /** Picks them out of the words up to the program. */
  static AllocationManners pick(List<String> words, Map<String, String> environment) {
    boolean noShell = false;
    boolean off = "off".equals(environment.get(VariableOptions.SWITCH));
    Boolean bell = off ? null : bell(environment);
    String kill = off ? null : environment.get("SALLOC_KILL_CMD");
    List<String> rest = new ArrayList<>();
    int at = 0;
    while (at < words.size() && isOption(words.get(at))) {
      String word = words.get(at++);
      if (word.equals("--no-shell")) {
        noShell = true;
      } else if (word.equals("--bell") || word.equals("--no-bell")) {
        bell = word.equals("--bell");
      } else if (word.equals(KILL) || word.startsWith(KILL + "=")) {
        kill = word.equals(KILL) ? "" : word.substring(KILL.length() + 1);
      } else if (word.startsWith("-K")) {
        kill = word.substring("-K".length());
      } else {
        rest.add(word);
        if (OwnOptions.takesNextWord(word, SubmitOption.ofRun()) && at < words.size()) {
          rest.add(words.get(at++));
        }
      }
    }
    rest.addAll(words.subList(at, words.size()));
    return new AllocationManners(noShell, bell, kill != null, signal(kill), rest);
  }

  /** True when the terminal rings for nodes that came after such a wait. */
  boolean rings(Duration waited) {
    return bell == null ? waited.compareTo(LONG) > 0 : bell;
  }

  /** Name of the signal to a program whose nodes are revoked, or null for none. */
  @Nullable String revoked(boolean ownShell) {
    String usual = ownShell ? "HUP" : "TERM";
    if (!kills) {
      return ownShell ? usual : null;
    }
    return signal == null ? usual : signal;
  }

  private static boolean isOption(String word) {
    return word.startsWith("-") && !word.equals("-") && !word.equals("--");
  }

  private static @Nullable Boolean bell(Map<String, String> environment) {
    if (environment.containsKey("SALLOC_NO_BELL")) {
      return false;
    }
    return environment.containsKey("SALLOC_BELL") ? true : null;
  }

  private static @Nullable String signal(@Nullable String word) {
    if (word == null || word.isEmpty()) {
      return null;
    }
    try {
      return SignalNumber.name(SignalNumber.parse(word));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage("%s: %s".formatted(KILL, e.getMessage()));
    }
  }
}
