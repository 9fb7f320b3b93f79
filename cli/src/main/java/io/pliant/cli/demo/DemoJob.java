package io.pliant.cli.demo;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import java.util.List;

/**
 * A job of the demonstration, and how it has to end.
 *
 * @param script file in the folder {@code demo}
 * @param options of {@code pliant submit}
 * @param arguments of the script
 * @param moment when it is submitted
 * @param ends true when the script gets to its last line
 * @param ranks number of ranks that each leave one mark
 */
record DemoJob(
    String script,
    List<String> options,
    List<String> arguments,
    Moment moment,
    JobStatus status,
    ExitStatus exit,
    boolean ends,
    int ranks) {
  /** Script of the program that can change size. */
  static final String HEAT = "heat.sh";

  /** Sizes that the malleable job has to go through, in nodes: alone, with a guest, alone again. */
  static final List<Integer> HEAT_SIZES = List.of(2, 8, 2, 8);

  /** When a job is submitted. */
  enum Moment {
    AT_START,
    AFTER_THE_KILL,
    WHEN_GROWN
  }

  /** All jobs of the demonstration. */
  static List<DemoJob> all(boolean fast) {
    String span = fast ? "8" : "22";
    return List.of(
        heat(
            List.of("--partition=flex", "--nodes=2", "--min-nodes=2", "--max-nodes=8"),
            Moment.AT_START),
        completes("ranks.sh", 4),
        completes("long.sh", 0, span),
        completes("long.sh", 0, span),
        over("overtime.sh", JobStatus.TIMEOUT, false, new ExitStatus(0, 0)),
        over("cancelled.sh", JobStatus.CANCELLED, false, new ExitStatus(0, 0)),
        completes("hello.sh", 0),
        over("fails.sh", JobStatus.FAILED, true, new ExitStatus(3, 0)),
        completes("sweep.sh", 0, "2", "2"),
        completes("sweep.sh", 0, "3", "3"),
        completes("sweep.sh", 0, "4", "2"),
        completes("sweep.sh", 0, "5", "3"),
        completes("steps.sh", 2),
        new DemoJob(
            "hello.sh",
            List.of("--hold", "--job-name=held"),
            List.of(),
            Moment.AT_START,
            JobStatus.COMPLETED,
            ExitStatus.SUCCESS,
            true,
            0),
        completes("wide.sh", 3),
        late("hello.sh"),
        late("ranks.sh"),
        heat(List.of("--nodes=2", "--job-name=heat-rigid"), Moment.AFTER_THE_KILL),
        new DemoJob(
            "guest.sh",
            List.of("--partition=flex"),
            List.of(fast ? "2" : "5"),
            Moment.WHEN_GROWN,
            JobStatus.COMPLETED,
            ExitStatus.SUCCESS,
            true,
            6));
  }

  boolean isHeld() {
    return options.contains("--hold");
  }

  /** Whether it changes size while it runs. */
  boolean isMalleable() {
    return options.stream().anyMatch(option -> option.startsWith("--max-nodes"));
  }

  boolean isToBeCancelled() {
    return status == JobStatus.CANCELLED;
  }

  /**
   * Whether the exit status found is the one expected; a killed job's signal is not asked about.
   */
  boolean exitFits(ExitStatus found) {
    return switch (status) {
      case COMPLETED, FAILED -> found.equals(exit);
      default -> true;
    };
  }

  private static DemoJob completes(String script, int ranks, String... arguments) {
    return new DemoJob(
        script,
        List.of(),
        List.of(arguments),
        Moment.AT_START,
        JobStatus.COMPLETED,
        ExitStatus.SUCCESS,
        true,
        ranks);
  }

  private static DemoJob over(String script, JobStatus status, boolean ends, ExitStatus exit) {
    return new DemoJob(script, List.of(), List.of(), Moment.AT_START, status, exit, ends, 0);
  }

  private static DemoJob heat(List<String> options, Moment moment) {
    boolean malleable = moment == Moment.AT_START;
    return new DemoJob(
        HEAT,
        options,
        List.of(malleable ? "100" : "0"),
        moment,
        JobStatus.COMPLETED,
        ExitStatus.SUCCESS,
        true,
        0);
  }

  private static DemoJob late(String script) {
    return new DemoJob(
        script,
        List.of("--job-name=late-" + script.substring(0, script.indexOf('.'))),
        List.of(),
        Moment.AFTER_THE_KILL,
        JobStatus.COMPLETED,
        ExitStatus.SUCCESS,
        true,
        script.equals("ranks.sh") ? 4 : 0);
  }
}
