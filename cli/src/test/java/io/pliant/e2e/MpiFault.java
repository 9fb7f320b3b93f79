package io.pliant.e2e;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Somebody on whom a step of an unmodified MPI program lives is killed. */
record MpiFault(Library library, Moment moment, Victim victim) {
  /** Whose program it is; its compiler is {@code mpicc.} with this name. */
  enum Library {
    MPICH,
    OPENMPI
  }

  /** When. The last three are held until a file is there. */
  enum Moment {
    /** The job runs, its tasks are on their way. */
    LAUNCH("wait"),
    /** Half of the ranks are in MPI_Init, the others have not called it. */
    INIT("early"),
    /** All are in a barrier of MPI. */
    WORLD("wait"),
    /** Half of the ranks are in MPI_Finalize, the others have not called it. */
    FINALIZE("late");

    private final String word;

    Moment(String word) {
      this.word = word;
    }

    /** By which the program is held there. */
    String word() {
      return word;
    }
  }

  /** Whose process. */
  enum Victim {
    RANK(true),
    /** What watches over a node's tasks, and speaks PMI with them. */
    SUPERVISOR(true),
    /** What speaks PMIx with the tasks of a node. */
    HELPER(true),
    /** The middle of the exchange between nodes. */
    SRUN(true),
    /** Both agents. */
    AGENTS(false),
    FIRST_CONTROLLER(false),
    SECOND_CONTROLLER(false),
    THIRD_CONTROLLER(false),
    ALL_CONTROLLERS(false);

    private final boolean ends;

    Victim(boolean ends) {
      this.ends = ends;
    }

    /** Whether the step ends with it, else it feels nothing. */
    boolean ends() {
      return ends;
    }
  }

  boolean exists() {
    boolean held = moment != Moment.LAUNCH;
    return switch (victim) {
      case RANK, SUPERVISOR -> held; // at the launch it is not there yet
      case HELPER -> held && library == Library.OPENMPI;
      default -> true;
    };
  }

  @Override
  public String toString() {
    return library + "-" + moment + "-" + victim;
  }

  /**
   * All of them that can be, or some.
   *
   * @param only names with commas, {@code all}, or null for a sample
   */
  static List<MpiFault> chosen(@Nullable String only) {
    List<MpiFault> all = new ArrayList<>();
    for (Library library : Library.values()) {
      for (Moment moment : Moment.values()) {
        for (Victim victim : Victim.values()) {
          all.add(new MpiFault(library, moment, victim));
        }
      }
    }
    all.removeIf(fault -> !fault.exists());
    if (!"all".equals(only)) {
      List<String> names = only == null ? SAMPLE : Arrays.asList(only.split(",", -1));
      all.removeIf(fault -> !names.contains(fault.toString()));
    }
    return all;
  }

  private static final List<String> SAMPLE =
      List.of(
          "MPICH-INIT-RANK",
          "MPICH-WORLD-SUPERVISOR",
          "MPICH-WORLD-SRUN",
          "MPICH-FINALIZE-AGENTS",
          "OPENMPI-LAUNCH-FIRST_CONTROLLER",
          "OPENMPI-WORLD-RANK",
          "OPENMPI-WORLD-HELPER");
}
