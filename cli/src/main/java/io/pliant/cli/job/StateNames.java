package io.pliant.cli.job;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.id.JobStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Job states by name or by Slurm's two letters. */
final class StateNames {
  private StateNames() {}

  /**
   * Full names of a list like {@code PD,running}, comma separated; null for null and for {@code
   * all}.
   */
  static @Nullable String parseList(@Nullable String list) {
    if (list == null || list.equalsIgnoreCase("all")) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (String word : list.split(",", -1)) {
      names.add(parse(word.strip()).name());
    }
    return String.join(",", names);
  }

  /** Colour of a state given by name or code; null for none. */
  static @Nullable Style style(String state) {
    return switch (state.strip()) {
      case "RUNNING", "R", "RS", "COMPLETING", "CG" -> Style.GOOD;
      case "PENDING", "PD" -> Style.WAIT;
      case "FAILED", "F", "TIMEOUT", "TO", "NODE_FAIL", "NF", "OUT_OF_MEMORY", "OOM" -> Style.BAD;
      case "CANCELLED", "CA" -> Style.DIM;
      default -> null;
    };
  }

  private static JobStatus parse(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    for (JobStatus status : JobStatus.values()) {
      if (status.name().equals(upper) || status.code().equals(upper)) {
        return status;
      }
    }
    throw CommandFailure.usage(
        "Expected a job state such as PENDING or PD, but got '%s'. Known: PD R CG CD F CA TO NF OOM."
            .formatted(word));
  }
}
