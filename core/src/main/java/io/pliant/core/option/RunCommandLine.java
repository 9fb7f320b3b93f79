package io.pliant.core.option;

import io.pliant.core.id.JobId;
import io.pliant.core.spec.Submission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@code pliant run}, cut into what the client acts on and what it passes on.
 *
 * @param options option words to pass on as {@link Submission#options()}
 * @param label begin each line of output with the task's rank
 * @param quiet print errors only
 * @param help print the help text and do nothing
 * @param job running job of which the command becomes a step, or null when none is named
 * @param command program and arguments; empty only with {@code help}
 * @param attendance how the client attends the tasks
 * @param warnings what changes for options that are taken and not kept; these are not passed on
 */
public record RunCommandLine(
    List<String> options,
    boolean label,
    boolean quiet,
    boolean help,
    @Nullable JobId job,
    List<String> command,
    Attendance attendance,
    List<String> warnings) {

  public RunCommandLine {
    options = List.copyOf(options);
    command = List.copyOf(command);
    warnings = List.copyOf(warnings);
  }

  /**
   * Cuts a command line; the values of the options passed on are not looked at.
   *
   * @throws IllegalArgumentException with a message for the user, on an unknown option or without a
   *     command
   */
  public static RunCommandLine split(List<String> argv) {
    OptionReader reader = new OptionReader(argv, OptionScope.RUN_LINE, "command line");
    List<GivenOption> given = reader.read();
    GivenOptions client = GivenOptions.of(given);
    boolean help = client.has(SubmitOption.HELP);
    if (reader.rest().isEmpty() && !help) {
      throw new OptionException("command line: expected a command to run, but got none.");
    }
    return new RunCommandLine(
        OptionWords.passedOn(given.stream().filter(g -> g.option().kept()).toList()),
        client.has(SubmitOption.LABEL),
        client.has(SubmitOption.QUIET),
        help,
        client.read(SubmitOption.JOBID, "the number of a job", JobId::parse),
        reader.rest(),
        Attendance.of(client),
        client.unkept());
  }
}
