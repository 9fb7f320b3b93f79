package io.pliant.core.spec;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * By which ways the tasks of a step may find each other as one MPI program: {@code srun --mpi}.
 *
 * @param ways the ways; empty for none
 */
public record MpiStart(Set<Way> ways) {
  /** The variable that tells a node; tasks do not see it. */
  public static final String VARIABLE = "PLIANT_MPI";

  /** What may be asked for. */
  public static final String FORMS =
      "none, or of pmi1 (MPICH) and pmix (Open MPI) some: see --mpi=list";

  /** The word that asks for a list of the ways. */
  public static final String LIST = "list";

  /** One way. */
  public enum Way {
    /** PMI-1, of MPICH and its kin. */
    PMI1("pmi1", "MPICH and its kin"),
    /** PMIx, of Open MPI 4 and 5. */
    PMIX("pmix", "Open MPI 4 and 5, where the node has the helper");

    private final String word;
    private final String programs;

    Way(String word, String programs) {
      this.word = word;
      this.programs = programs;
    }

    /** The word of the option. */
    public String word() {
      return word;
    }

    /** Which programs it starts. */
    public String programs() {
      return programs;
    }

    /** Slurm has PMI-1 within pmi2, and names versions of pmix. */
    private static Way of(String word) {
      return switch (word) {
        case "pmi1", "pmi2" -> PMI1;
        case "pmix", "pmix_v2", "pmix_v3", "pmix_v4", "pmix_v5" -> PMIX;
        default ->
            throw new IllegalArgumentException("Expected %s, but got '%s'.".formatted(FORMS, word));
      };
    }
  }

  /** No way: each task is a program of its own. */
  public static final MpiStart NONE = new MpiStart(EnumSet.noneOf(Way.class));

  /** All of them at once, which do each other no harm: a program takes what it knows. */
  public static final MpiStart ALL = new MpiStart(EnumSet.allOf(Way.class));

  public MpiStart {
    ways =
        Collections.unmodifiableSet(
            ways.isEmpty() ? EnumSet.noneOf(Way.class) : EnumSet.copyOf(ways));
  }

  /** Reads a value of the option; throws IllegalArgumentException when it is none. */
  public static MpiStart parse(String text) {
    if (text.equals("none") || text.equals("openmpi")) { // that is Slurm's older word for none
      return NONE;
    }
    Set<Way> ways = EnumSet.noneOf(Way.class);
    Arrays.stream(text.split(",", -1)).map(Way::of).forEach(ways::add);
    return new MpiStart(ways);
  }

  /** What a node is told by these variables; none where they say nothing that is known. */
  public static MpiStart told(Map<String, String> environment) {
    Set<Way> ways = EnumSet.noneOf(Way.class);
    String text = environment.getOrDefault(VARIABLE, "");
    for (Way way : Way.values()) {
      if (Arrays.asList(text.split(",", -1)).contains(way.word())) {
        ways.add(way);
      }
    }
    return new MpiStart(ways);
  }

  /** Tells nodes in these variables, and nothing of what was told before. */
  public void tell(Map<String, String> environment) {
    environment.remove(VARIABLE);
    if (wanted()) {
      environment.put(VARIABLE, word());
    }
  }

  /** True when there is any. */
  public boolean wanted() {
    return !ways.isEmpty();
  }

  /** As a value of the option. */
  public String word() {
    return wanted() ? ways.stream().map(Way::word).collect(Collectors.joining(",")) : "none";
  }
}
