package io.pliant.core.spec;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * To which cpus of their node the tasks of a step are bound, as Slurm 22.05 reads {@code
 * --cpu-bind}. It travels in the variables of the step, {@code SLURM_CPU_BIND}, which its tasks see
 * as well.
 *
 * @param kind what is bound to what; null where only {@code verbose} or {@code quiet} is said
 * @param verbose each task says to which cpus it is bound
 * @param list numbers or masks as they were written, or empty
 */
public record CpuBinding(@Nullable Kind kind, boolean verbose, String list) {
  /** What a task is bound to. */
  public enum Kind {
    NONE("none", "NONE", false),
    THREADS("threads", "MASK", false),
    CORES("cores", "MASK", false),
    SOCKETS("sockets", "MASK", false),
    LDOMS("ldoms", "MASK", false),
    RANK("rank", "RANK", false),
    RANK_LDOM("rank_ldom", "LDRANK", false),
    MAP_CPU("map_cpu", "MAP", true),
    MASK_CPU("mask_cpu", "MASK", true),
    MAP_LDOM("map_ldom", "LDMAP", true),
    MASK_LDOM("mask_ldom", "LDMASK", true);

    private final String word;
    private final String report;
    private final boolean listed;

    Kind(String word, String report, boolean listed) {
      this.word = word;
      this.report = report;
      this.listed = listed;
    }

    /** As it stands in the option. */
    public String word() {
      return word;
    }

    /** As Slurm writes it in front of a mask. */
    public String report() {
      return report;
    }

    boolean masks() {
      return this == MASK_CPU || this == MASK_LDOM;
    }
  }

  /** What {@link #parse} reads, for messages. */
  public static final String FORMS =
      "none, threads, cores, sockets, ldoms, rank, rank_ldom, map_cpu:LIST, mask_cpu:LIST, map_ldom:LIST or"
          + " mask_ldom:LIST, after quiet or verbose; lists of at most 4096 numbers to 8191, or masks of these";

  /** Variable in which it travels. */
  public static final String VARIABLE = "SLURM_CPU_BIND";

  private static final int HIGHEST = 8_191;

  /**
   * Reads the option.
   *
   * @throws IllegalArgumentException when the text is none of {@link #FORMS}
   */
  public static CpuBinding parse(String text) {
    if (text.length() > NumberMasks.MOST_CHARACTERS) {
      throw new IllegalArgumentException("too long");
    }
    boolean verbose = false;
    Kind kind = null;
    for (String word : text.split(",", -1)) {
      if (kind != null && kind.listed) {
        break; // all that follows is its list
      }
      switch (word) {
        case "q", "quiet" -> verbose = false;
        case "v", "verbose" -> verbose = true;
        default -> kind = kind(word, kind);
      }
    }
    String list = kind != null && kind.listed ? text.substring(text.indexOf(':') + 1) : "";
    CpuBinding binding = new CpuBinding(kind, verbose, list);
    if (kind != null && kind.listed) {
      binding.masks();
    }
    return binding;
  }

  /** The kind of that name, where there is none before. */
  private static Kind kind(String word, @Nullable Kind before) {
    if (before == null) {
      return kind(word);
    }
    throw new IllegalArgumentException(word);
  }

  private static Kind kind(String word) {
    String name = word.contains(":") ? word.substring(0, word.indexOf(':')) : word;
    for (Kind kind : Kind.values()) {
      boolean named = kind.word.equals(name) || kind == Kind.NONE && name.equals("no");
      if (named && kind.listed == word.contains(":")) {
        return kind;
      }
    }
    throw new IllegalArgumentException(word);
  }

  /**
   * The entries of its list, each as a set of bits; one for a number. A task takes the entry at its
   * place on the node, and those after the last one begin again.
   *
   * @throws IllegalArgumentException when there are too many, or one is too large or none
   */
  public List<BigInteger> masks() {
    return NumberMasks.read(list, kind != null && kind.masks(), HIGHEST);
  }

  /** True when it binds tasks. */
  public boolean binds() {
    return kind != null && kind != Kind.NONE;
  }

  /** As in {@link #VARIABLE}: {@code quiet,map_cpu:0,1}. */
  public String word() {
    String type = type();
    return (verbose ? "verbose" : "quiet") + (type.isEmpty() ? "" : "," + type + list);
  }

  private String type() {
    return kind == null ? "" : kind.listed ? kind.word + ":" : kind.word;
  }

  /** Tells it to tasks as Slurm does. */
  public void tell(Map<String, String> environment) {
    ReservedVariables.put(environment, VARIABLE, word());
    ReservedVariables.put(environment, VARIABLE + "_LIST", list);
    ReservedVariables.put(environment, VARIABLE + "_TYPE", type());
    ReservedVariables.put(environment, VARIABLE + "_VERBOSE", verbose ? "verbose" : "quiet");
  }

  /** Takes away what {@link #tell} told. */
  public static void forget(Map<String, String> environment) {
    for (String part : List.of("", "_LIST", "_TYPE", "_VERBOSE")) {
      environment.remove(VARIABLE + part);
      environment.remove(ReservedVariables.twin(VARIABLE + part));
    }
  }

  /** What a launch order says; null where it says nothing that can be read. */
  public static @Nullable CpuBinding told(Map<String, String> environment) {
    String word = environment.get(VARIABLE);
    try {
      return word == null ? null : parse(word);
    } catch (IllegalArgumentException _) {
      return null; // written by a program of the user's, not by an option: that is checked
    }
  }
}
