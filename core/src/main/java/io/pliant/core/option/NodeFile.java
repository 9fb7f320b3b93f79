package io.pliant.core.option;

import java.util.ArrayList;
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
   * The option that says the same.
   *
   * @param name of the file, for messages
   * @throws IllegalArgumentException when it names no node
   */
  public static String asOption(String name, String text) {
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
          "Expected names of nodes in the file '%s' of --nodefile, but it has none."
              .formatted(TextCheck.oneLine(name, 80)));
    }
    return SubmitOption.NODELIST.typed() + "=" + String.join(",", names);
  }
}
