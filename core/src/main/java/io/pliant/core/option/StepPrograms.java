package io.pliant.core.option;

import io.pliant.core.spec.Submission;
import io.pliant.core.step.StepComponents;
import io.pliant.core.step.StepPart;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A step over the components of a job pack in which each runs a program of its own, as {@code srun
 * -n1 ./controller : -n20 ./worker} does: one world, whose ranks go by component. A description
 * that names no components is that of the one with its number.
 *
 * @param options of the step as a whole, with what it asks of each component
 * @param command that runs in each task the program of its rank
 */
public record StepPrograms(RunOptions options, List<String> command) {
  /** One description: words of its options, and its program with arguments. */
  public record Description(List<String> options, List<String> command) {
    public Description {
      options = List.copyOf(options);
      command = List.copyOf(command);
    }
  }

  /** Of a further description; all else is the step's, and said in front of the first program. */
  private static final Set<SubmitOption> OWN =
      EnumSet.of(
          SubmitOption.HET_GROUP,
          SubmitOption.PACK_GROUP,
          SubmitOption.NODES,
          SubmitOption.NTASKS,
          SubmitOption.NTASKS_PER_NODE,
          SubmitOption.CPUS_PER_TASK);

  /** Runs the words behind the first bound that is not below the rank. */
  private static final String BY_RANK =
      """
      while (( SLURM_PROCID > $1 )); do count=$2; shift 2; shift "$count"; done
      count=$2
      shift 2
      exec "${@:1:count}"
      """;

  private record Own(List<String> command, StepPart part) {}

  /**
   * Cuts the words behind the first program at their colons.
   *
   * @throws OptionException for an option that is the step's as a whole, or without a program
   */
  static List<Description> further(List<String> words) {
    List<Description> all = new ArrayList<>();
    List<String> rest = words;
    while (PackLine.goesOn(rest)) {
      String where = PackOptions.placed("command line", all.size() + 1);
      OptionReader reader =
          new OptionReader(rest.subList(1, rest.size()), OptionScope.RUN_LINE, where);
      List<GivenOption> given = reader.read();
      for (GivenOption option : given) {
        if (!OWN.contains(option.option())) {
          throw new OptionException(
              "%s: option '%s' is of the step as a whole; give it in front of the first program."
                  .formatted(where, option.option().typed()));
        }
      }
      rest = reader.rest();
      List<String> command = program(rest);
      if (command.isEmpty()) {
        throw new OptionException(where + ": expected a command to run, but got none.");
      }
      all.add(new Description(OptionWords.passedOn(given), command));
      rest = rest.subList(command.size(), rest.size());
    }
    return all;
  }

  /** Tasks of one step are one world; under Slurm they may be one for each description. */
  static void checkCombined(GivenOptions client) {
    GivenOption given = client.get(SubmitOption.MPI_COMBINE);
    if (given == null || given.valueOrEmpty().equals("yes")) {
      return;
    }
    if (given.valueOrEmpty().equals("no")) {
      throw new OptionException(
          "%s: option '--mpi-combine=no' asks for a world for each component, and a step is one; start them side by side: srun --het-group=0 A & srun --het-group=1 B & wait"
              .formatted(given.where()));
    }
    throw OptionException.badValue(given, "yes or no");
  }

  /** The words before the next colon. */
  static List<String> program(List<String> words) {
    int colon = words.indexOf(PackLine.SEPARATOR);
    return colon < 0 ? words : words.subList(0, colon);
  }

  /**
   * Reads all descriptions.
   *
   * @param first submission of the first one
   * @throws IllegalArgumentException with a message for the user
   */
  public static StepPrograms read(Submission first, List<Description> further) {
    List<Submission> all = new ArrayList<>(List.of(placed(first, 0)));
    for (Description each : further) {
      all.add(placed(first.with(each.options(), each.command()), all.size()));
    }
    List<RunOptions> read = all.stream().map(RunOptions::read).toList();
    SortedMap<Integer, Own> owners = new TreeMap<>();
    for (int i = 0; i < all.size(); i++) {
      put(owners, read.get(i), all.get(i));
    }
    List<String> command = new ArrayList<>(List.of("/bin/bash", "-c", BY_RANK, "task"));
    int last = -1;
    for (Own own : owners.values()) {
      last += own.part().tasks();
      command.add(Integer.toString(last));
      command.add(Integer.toString(own.command().size()));
      command.addAll(own.command());
    }
    List<StepPart> parts = owners.values().stream().map(Own::part).toList();
    return new StepPrograms(
        read.getFirst().over(new StepComponents(List.copyOf(owners.keySet()), parts)), command);
  }

  private static Submission placed(Submission description, int place) {
    boolean named =
        description.options().stream()
            .anyMatch(word ->
                word.startsWith(SubmitOption.HET_GROUP.typed() + "=")
                    || word.startsWith(SubmitOption.PACK_GROUP.typed() + "="));
    List<String> options = new ArrayList<>(description.options());
    if (!named) {
      options.add(SubmitOption.HET_GROUP.typed() + "=" + place);
    }
    return description.with(options, description.command());
  }

  private static void put(SortedMap<Integer, Own> owners, RunOptions options, Submission given) {
    for (int number : Objects.requireNonNull(options.components()).numbers()) {
      int tasks = options.tasks() > 0 ? options.tasks() : ofJob(number, options, given);
      StepPart part = new StepPart(options.nodes(), tasks, options.cpusPerTask());
      if (owners.put(number, new Own(given.command(), part)) != null) {
        throw new OptionException(
            "command line: expected one program for component %d of the job pack, but got two; start them side by side: srun --het-group=%d A & srun --het-group=%d B & wait"
                .formatted(number, number, number));
      }
    }
  }

  /** The tasks of a component as its job tells them; how many run on fewer nodes is not said. */
  private static int ofJob(int component, RunOptions options, Submission given) {
    Map<String, String> environment = given.environment();
    String tasks = environment.getOrDefault("SLURM_NTASKS_HET_GROUP_" + component, "");
    if (options.nodes() > 0 || !tasks.matches("[1-9][0-9]{0,6}")) {
      throw new OptionException(
          "command line: expected the number of tasks of component %d (--ntasks), as each component has a program of its own."
              .formatted(component));
    }
    return Integer.parseInt(tasks);
  }
}
