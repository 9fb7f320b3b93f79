package io.pliant.core.spec;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * To which parts of their node's memory (NUMA nodes) the tasks of a step are bound, as Slurm 22.05
 * reads {@code --mem-bind}. It travels in the variables of the step.
 *
 * @param kind what is bound to what; null where nothing is said of it
 * @param verbose each task says to what it is bound
 * @param prefer other parts are used where that is full
 * @param sort free pages are to be sorted
 * @param list numbers or masks as they were written, or empty
 */
public record MemoryBinding(
    @Nullable Kind kind, boolean verbose, boolean prefer, boolean sort, String list) {
  /** What a task is bound to. */
  public enum Kind {
    NONE("none", "NONE"),
    LOCAL("local", "LOC"),
    RANK("rank", "RANK"),
    MAP_MEM("map_mem:", "MAP"),
    MASK_MEM("mask_mem:", "MASK");

    private final String word;
    private final String report;

    Kind(String word, String report) {
      this.word = word;
      this.report = report;
    }

    /** As it stands in the option, with a colon before a list. */
    public String word() {
      return word;
    }

    /** As Slurm writes it in front of a mask. */
    public String report() {
      return report;
    }

    private boolean listed() {
      return word.endsWith(":");
    }
  }

  /** What {@link #parse} reads, for messages. */
  public static final String FORMS =
      "none, local, rank, map_mem:LIST or mask_mem:LIST, after quiet, verbose, prefer, sort or nosort;"
          + " lists of at most 4096 numbers to 1023, or masks of these";

  /** Variable in which it travels. */
  public static final String VARIABLE = "SLURM_MEM_BIND";

  private static final int HIGHEST = 1_023;

  /**
   * Reads the option.
   *
   * @throws IllegalArgumentException when the text is none of {@link #FORMS}
   */
  public static MemoryBinding parse(String text) {
    if (text.length() > NumberMasks.MOST_CHARACTERS) {
      throw new IllegalArgumentException("too long");
    }
    MemoryBinding binding = new MemoryBinding(null, false, false, false, "");
    for (String word : text.split(",", -1)) {
      if (binding.kind != null && binding.kind.listed()) {
        break; // all that follows is its list
      }
      binding = binding.with(word);
    }
    Kind kind = binding.kind;
    if (kind == null || !kind.listed()) {
      return binding;
    }
    String list = text.substring(text.indexOf(':') + 1);
    MemoryBinding listed =
        new MemoryBinding(kind, binding.verbose, binding.prefer, binding.sort, list);
    listed.masks();
    return listed;
  }

  private MemoryBinding with(String word) {
    return switch (word) {
      case "q", "quiet" -> new MemoryBinding(kind, false, prefer, sort, list);
      case "v", "verbose" -> new MemoryBinding(kind, true, prefer, sort, list);
      case "p", "prefer" -> new MemoryBinding(kind, verbose, true, sort, list);
      case "sort" -> new MemoryBinding(kind, verbose, prefer, true, list);
      case "nosort" -> new MemoryBinding(kind, verbose, prefer, false, list);
      default -> new MemoryBinding(kind(word), verbose, prefer, sort, list);
    };
  }

  private Kind kind(String word) {
    String name = word.contains(":") ? word.substring(0, word.indexOf(':') + 1) : word;
    for (Kind each : Kind.values()) {
      if (kind == null && (each.word.equals(name) || each == Kind.NONE && name.equals("no"))) {
        return each;
      }
    }
    throw new IllegalArgumentException(word);
  }

  /**
   * The entries of its list, each as a set of bits; a task takes the entry at its place on the
   * node, and those after the last one begin again.
   *
   * @throws IllegalArgumentException when there are too many, or one is too large or none
   */
  public List<BigInteger> masks() {
    return NumberMasks.read(list, kind == Kind.MASK_MEM, HIGHEST);
  }

  /** As in {@link #VARIABLE}: {@code quiet,prefer,local}. */
  public String word() {
    String type = kind == null ? "" : "," + kind.word + list;
    return (verbose ? "verbose" : "quiet") + (prefer ? ",prefer" : "") + type;
  }

  /** Tells it to tasks of a step as Slurm does. */
  public void tell(Map<String, String> environment) {
    if (equals(new MemoryBinding(null, false, false, false, ""))) {
      return;
    }
    ReservedVariables.put(environment, VARIABLE, word());
    ReservedVariables.put(environment, VARIABLE + "_LIST", list);
    ReservedVariables.put(environment, VARIABLE + "_TYPE", kind == null ? "" : kind.word);
    ReservedVariables.put(environment, VARIABLE + "_VERBOSE", verbose ? "verbose" : "quiet");
    if (prefer) {
      ReservedVariables.put(environment, VARIABLE + "_PREFER", "prefer");
    }
    if (sort) {
      ReservedVariables.put(environment, VARIABLE + "_SORT", "sort");
    }
  }

  /** Takes away what {@link #tell} told. */
  public static void forget(Map<String, String> environment) {
    for (String part : List.of("", "_LIST", "_TYPE", "_VERBOSE", "_PREFER", "_SORT")) {
      environment.remove(VARIABLE + part);
      environment.remove(ReservedVariables.twin(VARIABLE + part));
    }
  }

  /** What a launch order says; null where it says nothing that can be read. */
  public static @Nullable MemoryBinding told(Map<String, String> environment) {
    String word = environment.get(VARIABLE);
    try {
      return word == null ? null : parse(word);
    } catch (IllegalArgumentException _) {
      return null; // written by a program of the user's, not by an option: that is checked
    }
  }
}
