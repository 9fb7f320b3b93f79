package io.pliant.core.option;

import io.pliant.core.resource.Distribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The file of {@code --nodefile}: names or lists of nodes, apart by blanks, commas or lines; {@code
 * #} begins a comment. Whoever submits reads it, since the cluster may not have it.
 */
public final class NodeFile {
  /** Most characters of such a file. */
  public static final int MOST = 1 << 20;

  private NodeFile() {}

  /**
   * The options that say the same as a file that {@code SLURM_HOSTFILE} names: one node for each
   * task, in its order; {@code n2*3} stands for three.
   *
   * @param name of the file, for messages
   * @throws IllegalArgumentException when it names no node, or too many
   */
  public static List<String> asPlaces(String name, String text) {
    String list = names(name, text, "SLURM_HOSTFILE");
    List<String> each = new ArrayList<>();
    for (String part : list.split(",(?![^\\[]*\\])")) {
      String[] counted = part.split("\\*", 2);
      int times = counted.length == 1 ? 1 : times(name, counted[1]);
      if (each.size() + times > Distribution.MOST_PLACES) {
        throw new OptionException(
            "Expected at most %d names in the file '%s' of SLURM_HOSTFILE, but it has more."
                .formatted(Distribution.MOST_PLACES, TextCheck.oneLine(name, 80)));
      }
      each.addAll(Collections.nCopies(times, counted[0]));
    }
    return List.of(
        SubmitOption.NODELIST.typed() + "=" + String.join(",", each),
        SubmitOption.DISTRIBUTION.typed() + "=arbitrary");
  }

  private static int times(String name, String digits) {
    if (!digits.matches("[1-9][0-9]{0,4}")) {
      throw new OptionException(
          "Expected a number behind '*' in the file '%s' of SLURM_HOSTFILE, but got '%s'."
              .formatted(TextCheck.oneLine(name, 80), TextCheck.oneLine(digits, 20)));
    }
    return Integer.parseInt(digits);
  }

  /** True when options name nodes already, so that {@code SLURM_HOSTFILE} counts no more. */
  public static boolean named(List<String> options) {
    return options.stream().anyMatch(word -> word.startsWith(SubmitOption.NODELIST.typed() + "="));
  }

  /**
   * The option that says the same.
   *
   * @param name of the file, for messages
   * @throws IllegalArgumentException when it names no node
   */
  public static String asOption(String name, String text) {
    return SubmitOption.NODELIST.typed() + "=" + names(name, text, "--nodefile");
  }

  private static String names(String name, String text, String from) {
    List<String> names = new ArrayList<>();
    for (String line : text.split("\\R")) {
      for (String word : line.replaceFirst("#.*", "").strip().split("[\\s,]+(?![^\\[]*\\])")) {
        if (!word.isEmpty()) {
          names.add(word);
        }
      }
    }
    if (names.isEmpty()) {
      throw new OptionException(
          "Expected names of nodes in the file '%s' of %s, but it has none."
              .formatted(TextCheck.oneLine(name, 80), from));
    }
    return String.join(",", names);
  }
}
