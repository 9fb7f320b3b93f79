package io.pliant.core.option;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The options that may stand in one place.
 *
 * @param options the options, in table order
 * @param place how errors call it
 */
record OptionScope(List<SubmitOption> options, String place) {
  /** Slurm's other name of {@code --ntasks-per-node}. */
  private static final String TASKS_PER_NODE = "tasks-per-node";

  /** Directives of a script; the submitting program acts on some of them. */
  static final OptionScope DIRECTIVES =
      of("in a script", o -> o.isFor(OptionUse.SUBMIT) && o != SubmitOption.WRAP && notHelp(o));

  /** The command line of {@code pliant submit}. */
  static final OptionScope SUBMIT_LINE = of("for pliant submit", o -> o.isFor(OptionUse.SUBMIT));

  /** What {@code pliant submit} passes on. */
  static final OptionScope SUBMISSION =
      of("in a submission", o -> o.isFor(OptionUse.SUBMIT) && !o.isFor(OptionUse.CLIENT));

  /** The command line of {@code pliant run}. */
  static final OptionScope RUN_LINE =
      of("for pliant run", o -> o.isFor(OptionUse.RUN) || o.isFor(OptionUse.STEP));

  /** What {@code pliant run} passes on outside a job. */
  static final OptionScope RUN_JOB =
      of("outside a job", o -> o.isFor(OptionUse.RUN) && !o.isFor(OptionUse.CLIENT));

  /** What {@code pliant run} passes on inside a job. */
  static final OptionScope RUN_STEP =
      of(
          "for a step inside a job",
          o -> RunOptions.OF_THE_JOB.contains(o) || o.isFor(OptionUse.STEP) && !o.clientOnly());

  OptionScope {
    options = List.copyOf(options);
  }

  private static OptionScope of(String place, Predicate<SubmitOption> allowed) {
    return new OptionScope(Arrays.stream(SubmitOption.values()).filter(allowed).toList(), place);
  }

  private static boolean notHelp(SubmitOption option) {
    return option != SubmitOption.HELP;
  }

  @Nullable SubmitOption byLongName(String name) {
    for (SubmitOption option : options) {
      if (option.longName().equals(name)) {
        return option;
      }
    }
    return null;
  }

  /**
   * The option that is meant by a long name, which may be another name or, as with {@code
   * getopt_long}, a beginning that only one option has. Options that Slurm has here and Pliant does
   * not count, so that a script means the same as under Slurm; Pliant's own count after them.
   */
  @Nullable SubmitOption meantBy(String name) {
    SubmitOption exact = byLongName(name);
    if (exact != null) {
      return exact;
    }
    if (name.equals(TASKS_PER_NODE)) {
      return byLongName(SubmitOption.NTASKS_PER_NODE.longName());
    }
    List<String> begun = SlurmOptions.knows(name) ? List.of() : begunBy(name);
    return begun.size() == 1 ? byLongName(begun.getFirst()) : null;
  }

  /** The long names that begin so, Slurm's before ours. */
  private List<String> begunBy(String name) {
    Set<String> slurms = new TreeSet<>(SlurmOptions.begunBy(name, ofRun()));
    List<String> own = new ArrayList<>();
    for (SubmitOption option : options) {
      if (option.longName().startsWith(name)) {
        (SlurmOptions.has(option) ? slurms : own).add(option.longName());
      }
    }
    return slurms.isEmpty() ? own : List.copyOf(slurms);
  }

  private boolean ofRun() {
    return options.contains(SubmitOption.OVERLAP) || options.contains(SubmitOption.LABEL);
  }

  @Nullable SubmitOption byLetter(char letter) {
    for (SubmitOption option : options) {
      Character shortName = option.shortName();
      if (shortName != null && shortName == letter) {
        return option;
      }
    }
    return null;
  }

  /** What is wrong with a long option that does not stand in this scope. */
  OptionException unknownLong(String name, String where) {
    String shown = "--" + TextCheck.oneLine(name, 80);
    if (everywhere().byLongName(name) != null) {
      return new OptionException(
          "%s: option '%s' has no meaning %s.".formatted(where, shown, place));
    }
    if (SlurmOptions.knows(name)) {
      return new OptionException(
          "%s: unknown option '%s': Slurm has it, Pliant does not. %s"
              .formatted(where, shown, Remedies.of(name))
              .strip());
    }
    List<String> begun = begunBy(name);
    if (begun.size() == 1) {
      return unknownLong(begun.getFirst(), where);
    }
    if (begun.size() > 1) {
      String all = begun.stream().sorted().map(each -> "--" + each).collect(joining(", "));
      return new OptionException(
          "%s: option '%s' may be %s; write one of them.".formatted(where, shown, all));
    }
    List<String> known = new ArrayList<>();
    options.forEach(option -> known.add(option.longName()));
    String nearest = TypoSuggestion.nearest(name, known);
    String maybe = nearest == null ? "." : "; maybe you meant '--" + nearest + "'.";
    return new OptionException("%s: unknown option '%s'%s".formatted(where, shown, maybe));
  }

  /** What is wrong with a letter that does not stand in this scope. */
  OptionException unknownLetter(char letter, String word, String where) {
    String inside = word.length() == 2 ? "" : " in '" + TextCheck.oneLine(word, 80) + "'";
    if (everywhere().byLetter(letter) != null) {
      return new OptionException(
          "%s: option '-%c'%s has no meaning %s.".formatted(where, letter, inside, place));
    }
    String slurms = SlurmOptions.named(letter);
    String hint =
        slurms == null
            ? "."
            : " (--%s): Slurm has it, Pliant does not. %s"
                .formatted(slurms, Remedies.of(slurms))
                .stripTrailing();
    return new OptionException(
        "%s: unknown option '-%c'%s%s".formatted(where, letter, inside, hint));
  }

  private static OptionScope everywhere() {
    return of("anywhere", _ -> true);
  }
}
