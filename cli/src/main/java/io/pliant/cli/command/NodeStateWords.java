package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** States of nodes as Slurm's users write them after {@code -t}. */
public final class NodeStateWords {
  private static final Set<String> OURS =
      Set.of("idle", "reserved", "mixed", "allocated", "down", "drained", "draining");

  /** States that Slurm has and no node here is ever in. */
  private static final Set<String> OTHERS =
      Set.of(
          "blocked",
          "cloud",
          "comp",
          "completing",
          "error",
          "fail",
          "failing",
          "future",
          "inval",
          "maint",
          "no_respond",
          "perfctrs",
          "planned",
          "powered_down",
          "powering_down",
          "powering_up",
          "power_down",
          "power_up",
          "reboot",
          "unk",
          "unknown");

  private NodeStateWords() {}

  /** Our words for the states of a list; all of ours for {@code all} and for an empty list. */
  public static Set<String> meant(List<String> words) {
    TreeSet<String> states = new TreeSet<>();
    for (String each : words) {
      String word = each.strip().toLowerCase(Locale.ROOT);
      switch (word) {
        case "all" -> states.addAll(OURS);
        case "alloc" -> states.add("allocated");
        case "mix" -> states.add("mixed");
        case "drain" -> states.addAll(List.of("drained", "draining"));
        case "resv" -> states.add("reserved");
        case "drng" -> states.add("draining");
        default -> add(word, states);
      }
    }
    return words.isEmpty() ? OURS : states;
  }

  private static void add(String word, Set<String> states) {
    if (OURS.contains(word)) {
      states.add(word);
    } else if (!OTHERS.contains(word)) {
      throw CommandFailure.operational(
          "Bad state string \"%.40s\": expected all, idle, reserved, mixed, allocated, down, drained, draining, or another of Slurm's."
              .formatted(word));
    }
  }
}
