package io.pliant.core.option;

import io.pliant.core.id.JobId;
import io.pliant.core.spec.MpiStart;
import io.pliant.core.spec.Submission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@code pliant run}, cut into what the client acts on and what it passes on.
 *
 * @param options option words to pass on as {@link Submission#options()}
 * @param label begin each line of output with the task's rank
 * @param quiet print errors only
 * @param help print the help text and do nothing
 * @param job running job of which the command becomes a step, or null when none is named
 * @param command program and arguments; empty only with {@code help} and {@code --mpi=list}
 * @param attendance how the client attends the tasks
 * @param warnings what changes for options that are taken and not kept; these are not passed on
 * @param nodeFile file that names nodes, or null
 * @param testOnly run nothing, but say when the command would start
 * @param further programs of further components of a job pack, each behind a colon
 */
public record RunCommandLine(
    List<String> options,
    boolean label,
    boolean quiet,
    boolean help,
    @Nullable JobId job,
    List<String> command,
    Attendance attendance,
    List<String> warnings,
    @Nullable String nodeFile,
    boolean testOnly,
    List<StepPrograms.Description> further) {

  public RunCommandLine {
    options = List.copyOf(options);
    command = List.copyOf(command);
    warnings = List.copyOf(warnings);
    further = List.copyOf(further);
  }

  /** Options of {@code pliant allocate}: those of a run that are not about its tasks. */
  public static List<SubmitOption> ofAllocation() {
    Set<SubmitOption> streams =
        EnumSet.of(SubmitOption.OUTPUT, SubmitOption.ERROR, SubmitOption.OPEN_MODE);
    Set<SubmitOption> ofWaiting =
        EnumSet.of(
            SubmitOption.IMMEDIATE, SubmitOption.NODEFILE, SubmitOption.QUIET, SubmitOption.HELP);
    return SubmitOption.ofRun().stream()
        .filter(option -> !streams.contains(option))
        .filter(option -> !option.clientOnly() || ofWaiting.contains(option))
        .toList();
  }

  /**
   * Words with more options of the job: before those of the further components of a job pack.
   *
   * @param options as in {@link #options}
   */
  public static List<String> withOfJob(List<String> options, List<String> more) {
    int colon = options.indexOf(PackLine.SEPARATOR);
    List<String> all = new ArrayList<>(options);
    all.addAll(colon < 0 ? all.size() : colon, more);
    return all;
  }

  /**
   * Cuts a command line; the values of the options passed on are not looked at.
   *
   * @throws IllegalArgumentException with a message for the user, on an unknown option or without a
   *     command
   */
  public static RunCommandLine split(List<String> argv) {
    return split(argv, List.of());
  }

  /**
   * The same, with a command that counts where none is given.
   *
   * @param usual that command; empty where one must be given
   */
  public static RunCommandLine split(List<String> argv, List<String> usual) {
    PackLine line = PackLine.read(argv, OptionScope.RUN_LINE);
    GivenOptions client = GivenOptions.of(line.given());
    boolean help = client.has(SubmitOption.HELP);
    List<String> words = line.rest().isEmpty() ? usual : line.rest();
    boolean runs = usual.isEmpty(); // else they are another command's, colons and all
    List<String> command = runs ? StepPrograms.program(words) : words;
    StepPrograms.checkCombined(client);
    boolean asks = help || MpiStart.LIST.equals(client.text(SubmitOption.MPI));
    if (command.isEmpty() && !asks) {
      throw new OptionException("command line: expected a command to run, but got none.");
    }
    return new RunCommandLine(
        line.words(g -> g.option().kept()),
        client.has(SubmitOption.LABEL),
        client.has(SubmitOption.QUIET),
        help,
        client.read(SubmitOption.JOBID, "the number of a job", JobId::parse),
        command,
        Attendance.of(client),
        client.unkept(),
        client.text(SubmitOption.NODEFILE),
        client.has(SubmitOption.TEST_ONLY),
        StepPrograms.further(words.subList(command.size(), words.size())));
  }
}
