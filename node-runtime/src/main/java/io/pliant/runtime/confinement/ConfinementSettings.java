package io.pliant.runtime.confinement;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * To what jobs are to be held on the host, and where.
 *
 * @param mode whether they must be, may be, or are not
 * @param folder control group below which those of jobs are made, or empty for the agent's own
 * @param cpus list of cpus that jobs may have, empty for all, or null when jobs get none of their
 *     own
 * @param processes most processes and threads of a job on a node
 */
public record ConfinementSettings(Mode mode, String folder, @Nullable String cpus, int processes) {
  private static final int PROCESSES = 32_768;

  /** Whether jobs are confined. */
  public enum Mode {
    /** As far as the host can. */
    AUTO,
    /** An agent that cannot does not start. */
    REQUIRED,
    /** Not at all. */
    OFF;

    /** Reads the word of the configuration. */
    public static Mode of(String word) {
      for (Mode mode : values()) {
        if (mode.word().equals(word)) {
          return mode;
        }
      }
      throw new IllegalArgumentException("unknown word '" + word + "'");
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ConfinementSettings {
    if (cpus != null && CpuList.parse(cpus).isEmpty() != cpus.isEmpty()) {
      throw new IllegalArgumentException("Expected cpus such as 2-15, but got '" + cpus + "'.");
    }
  }

  /** As far as the host can, below the agent's own group, with all cpus. */
  public static ConfinementSettings auto() {
    return new ConfinementSettings(Mode.AUTO, "", "", PROCESSES);
  }
}
