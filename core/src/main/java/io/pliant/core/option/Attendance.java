package io.pliant.core.option;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How {@code pliant run} attends its tasks; the controllers hear nothing of it.
 *
 * @param killOnBadExit end all tasks when one fails
 * @param afterFirst how long the others may go on when one has ended, or null for ever
 * @param input file read as standard input, {@code none} for an empty one, or null for the caller's
 * @param patience how long to wait for nodes, or null for ever
 * @param manyPrograms the command is the name of a file that says which task runs which program
 * @param prolog program run here before the tasks, or null
 * @param epilog program run here after the tasks, or null
 * @param taskProlog program run before each task, which may set its variables, or null
 * @param taskEpilog program run after each task, or null
 * @param relative number of the first node of the job that the step is to have, from 0; null for
 *     any
 * @param terminal the first task has a terminal
 */
public record Attendance(
    boolean killOnBadExit,
    @Nullable Duration afterFirst,
    @Nullable String input,
    @Nullable Duration patience,
    boolean manyPrograms,
    @Nullable String prolog,
    @Nullable String epilog,
    @Nullable String taskProlog,
    @Nullable String taskEpilog,
    @Nullable Integer relative,
    boolean terminal) {
  /** Nothing out of the ordinary. */
  public static final Attendance USUAL =
      new Attendance(false, null, null, null, false, null, null, null, null, null, false);

  /** Waits so long for nodes, and is otherwise as usual but for the ends of tasks. */
  public static Attendance waiting(@Nullable Duration patience, boolean killOnBadExit) {
    return new Attendance(
        killOnBadExit, null, null, patience, false, null, null, null, null, null, false);
  }

  /** The word for no input. */
  public static final String NO_INPUT = "none";

  /** How long {@code --immediate} without a number waits: for a round of the scheduler. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  /** What the options say; throws IllegalArgumentException with a message for the user. */
  static Attendance of(GivenOptions options) {
    return new Attendance(
        options.has(SubmitOption.KILL_ON_BAD_EXIT) && flag(options, SubmitOption.KILL_ON_BAD_EXIT),
        seconds(options, SubmitOption.RUN_WAIT),
        input(options),
        patience(options),
        options.has(SubmitOption.MULTI_PROG),
        program(options, SubmitOption.PROLOG),
        program(options, SubmitOption.EPILOG),
        program(options, SubmitOption.TASK_PROLOG),
        program(options, SubmitOption.TASK_EPILOG),
        options.read(SubmitOption.RELATIVE, "the number of a node, from 0", Attendance::number),
        options.has(SubmitOption.PTY));
  }

  private static boolean flag(GivenOptions options, SubmitOption option) {
    Boolean value =
        options.read(
            option,
            "0 or 1",
            text ->
                switch (text) {
                  case "", "1", "yes" -> true;
                  case "0", "no" -> false;
                  default -> throw new IllegalArgumentException(text);
                });
    return value != null && value;
  }

  private static @Nullable Duration seconds(GivenOptions options, SubmitOption option) {
    Integer seconds = options.read(option, "a number of seconds; 0 for ever", Attendance::number);
    return seconds == null || seconds == 0 ? null : Duration.ofSeconds(seconds);
  }

  private static @Nullable Duration patience(GivenOptions options) {
    return options.read(
        SubmitOption.IMMEDIATE,
        "a number of seconds",
        text -> text.isEmpty() ? AT_ONCE : Duration.ofSeconds(number(text)));
  }

  private static @Nullable String input(GivenOptions options) {
    String input =
        options.read(
            SubmitOption.RUN_INPUT,
            "none, all, or the name of a file: input for one task alone is not passed on",
            text -> {
              if (text.isEmpty() || text.matches("[0-9]+")) {
                throw new IllegalArgumentException(text);
              }
              return text;
            });
    return "all".equals(input) ? null : input;
  }

  private static @Nullable String program(GivenOptions options, SubmitOption option) {
    String program = options.text(option);
    return program == null || program.isEmpty() || program.equals("none") ? null : program;
  }

  private static int number(String text) {
    if (!text.matches("[0-9]{1,7}")) {
      throw new IllegalArgumentException(text);
    }
    return Integer.parseInt(text);
  }
}
