package io.pliant.cli.job;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.id.JobStatus;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Job states by name or by Slurm's two letters. */
public final class StateNames {
  /** Names and codes that Slurm has besides; no job of ours is ever in them. */
  private static final Set<String> OTHERS =
      Set.of(
          "BOOT_FAIL",
          "BF",
          "CONFIGURING",
          "CF",
          "DEADLINE",
          "DL",
          "PREEMPTED",
          "PR",
          "RESV_DEL_HOLD",
          "RD",
          "REQUEUE_FED",
          "RF",
          "REQUEUE_HOLD",
          "RH",
          "REQUEUED",
          "RQ",
          "RESIZING",
          "RS",
          "REVOKED",
          "RV",
          "SIGNALING",
          "SI",
          "SPECIAL_EXIT",
          "SE",
          "STAGE_OUT",
          "SO",
          "STOPPED",
          "ST");

  private StateNames() {}

  /**
   * The states of a list like {@code PD,running}, comma separated; null for null and for {@code
   * all}. States of Slurm's that no job has here are left out: a list of them alone is empty.
   */
  public static @Nullable Set<JobStatus> parse(@Nullable String list) {
    if (list == null || list.equalsIgnoreCase("all")) {
      return null;
    }
    EnumSet<JobStatus> states = EnumSet.noneOf(JobStatus.class);
    for (String word : list.split(",", -1)) {
      JobStatus state = one(word.strip().toUpperCase(Locale.ROOT));
      if (state != null) {
        states.add(state);
      }
    }
    return states;
  }

  /** Names with commas, for a query. */
  public static String joined(Set<JobStatus> states) {
    return states.stream().map(JobStatus::name).collect(Collectors.joining(","));
  }

  /** Colour of a state given by name or code; null for none. */
  static @Nullable Style style(String state) {
    return switch (state.strip()) {
      case "RUNNING", "R", "RS", "COMPLETING", "CG" -> Style.GOOD;
      case "PENDING", "PD", "SUSPENDED", "S" -> Style.WAIT;
      case "FAILED", "F", "TIMEOUT", "TO", "NODE_FAIL", "NF", "OUT_OF_MEMORY", "OOM" -> Style.BAD;
      case "CANCELLED", "CA" -> Style.DIM;
      default -> null;
    };
  }

  private static @Nullable JobStatus one(String word) {
    for (JobStatus status : JobStatus.values()) {
      if (status.name().equals(word) || status.code().equals(word)) {
        return status;
      }
    }
    if (OTHERS.contains(word)) {
      return null;
    }
    throw CommandFailure.usage(
        "Expected a job state such as PENDING or PD, but got '%s'. Known: PD R S CG CD F CA TO NF OOM."
            .formatted(word));
  }
}
