package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which task runs on which node, as Slurm 22.05 reads {@code --distribution}.
 *
 * @param word what {@code SLURM_DISTRIBUTION} tells of it, as in {@code cyclic:block,pack}
 * @param plane tasks that a node gets in a row before the next one gets some; 0 for all that it
 *     gets
 * @param places the node of each task in order of ranks, at most {@value #MOST_PLACES}; null where
 *     no list says so
 */
public record Distribution(String word, int plane, @Nullable List<NodeName> places) {
  /** What {@link #parse} reads, for messages. */
  public static final String FORMS =
      "block, cyclic, plane=N, arbitrary or *, then :block, :cyclic or :fcyclic, then ,Pack or ,NoPack";

  /** Largest number of tasks that a list of nodes may place. */
  public static final int MOST_PLACES = 4_096;

  private static final String ARBITRARY = "arbitrary";
  private static final int BYTES_A_PLACE = 8; // a reference, since names are shared
  private static final int MOST_IN_A_ROW = 1_000_000;
  private static final Pattern PLANE = Pattern.compile("plane=([1-9][0-9]{0,6})");
  private static final List<String> NODES = List.of("block", "cyclic", ARBITRARY, "*");
  private static final List<String> SOCKETS = List.of("block", "cyclic", "fcyclic", "*");
  private static final List<String> PACKING = List.of("pack", "nopack");

  public Distribution {
    places = places == null ? null : once(places);
    boolean tooMany = places != null && (places.isEmpty() || places.size() > MOST_PLACES);
    if (plane < 0 || plane > MOST_IN_A_ROW || tooMany) {
      throw new IllegalArgumentException(
          "Expected a plane of 0 to %d tasks and a list of 1 to %d nodes, but got %d and %s."
              .formatted(MOST_IN_A_ROW, MOST_PLACES, plane, places == null ? "none" : "others"));
    }
  }

  /** A name that is there many times costs no more than once. */
  private static List<NodeName> once(List<NodeName> places) {
    Map<NodeName, NodeName> known = new HashMap<>();
    return places.stream().map(node -> known.computeIfAbsent(node, same -> same)).toList();
  }

  /** Bytes that its list takes in memory, about. */
  long bytes() {
    return places == null ? 0 : (long) BYTES_A_PLACE * places.size();
  }

  /**
   * Reads the option; {@code *} is what is so without it.
   *
   * @throws IllegalArgumentException when the text is none of {@link #FORMS}
   */
  public static Distribution parse(String text) {
    String small = text.toLowerCase(Locale.ROOT);
    Matcher plane = PLANE.matcher(small);
    if (plane.matches()) {
      int row = Integer.parseInt(plane.group(1));
      if (row > MOST_IN_A_ROW) {
        throw new IllegalArgumentException(text);
      }
      return new Distribution("plane", row, null);
    }
    List<String> parts = new ArrayList<>(List.of(small.split(",", -1)));
    String packing = PACKING.contains(parts.getLast()) ? parts.removeLast() : null;
    List<String> levels = levels(parts.isEmpty() ? "*" : String.join(",", parts), text);
    String word = String.join(":", levels) + (packing == null ? "" : "," + packing);
    return new Distribution(word, levels.getFirst().equals("cyclic") ? 1 : 0, null);
  }

  /** Slurm's defaults stand where there is a star. */
  private static List<String> levels(String text, String whole) {
    List<String> levels = new ArrayList<>(Arrays.asList(text.split(":", -1)));
    for (int i = 0; i < levels.size(); i++) {
      if (i > 2 || !(i == 0 ? NODES : SOCKETS).contains(levels.get(i))) {
        throw new IllegalArgumentException(whole);
      }
      if (levels.get(i).equals("*")) {
        levels.set(i, i == 0 ? "block" : i == 1 ? "cyclic" : levels.get(1));
      }
    }
    return levels;
  }

  /** True when a list of nodes says where tasks go. */
  public boolean arbitrary() {
    return word.startsWith(ARBITRARY);
  }

  /** True when nodes are to be filled one after the other. */
  public boolean packs() {
    return plane == 0 && word.endsWith(",pack");
  }

  /** True when it says something of sockets and cores, too. */
  public boolean belowNodes() {
    return word.contains(":");
  }

  /** The same with a list of nodes. */
  public Distribution at(List<NodeName> nodes) {
    return new Distribution(word, plane, nodes);
  }

  /** How many tasks its list has on each node; nothing without a list. */
  public Map<NodeName, Integer> counts() {
    Map<NodeName, Integer> counts = new TreeMap<>();
    if (places != null) {
      places.forEach(node -> counts.merge(node, 1, Integer::sum));
    }
    return counts;
  }
}
