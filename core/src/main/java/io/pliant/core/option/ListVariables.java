package io.pliant.core.option;

import io.pliant.core.format.StampFormat;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Options of {@code squeue}, {@code sinfo} and {@code scancel} that stand in variables, as Slurm
 * 22.05 reads them. One counts unless the command line has its option, or another one that excludes
 * it.
 */
public final class ListVariables {
  /** How a variable is an option. */
  private enum Kind {
    /** Its value is that of the option; an empty one is none. */
    VALUE,
    /** Any value sets it, an empty one, too. */
    FLAG,
    /** Set by {@code true}; {@code false} is nothing. */
    TRUTH
  }

  /**
   * One variable.
   *
   * @param option its name without dashes
   * @param unless options of a command line beside which it does not count
   * @param only the option beside which alone it counts; empty for any line
   */
  private record Rule(String variable, String option, Kind kind, List<String> unless, String only) {
    static Rule of(String variable, String option, Kind kind, String... unless) {
      return new Rule(variable, option, kind, List.of(unless), "");
    }
  }

  private static final List<Rule> QUEUE =
      List.of(
          Rule.of("SLURM_CLUSTERS", "clusters", Kind.VALUE),
          Rule.of("SQUEUE_ACCOUNT", "account", Kind.VALUE),
          Rule.of("SQUEUE_ALL", "all", Kind.FLAG),
          Rule.of("SQUEUE_ARRAY", "array", Kind.FLAG),
          Rule.of("SQUEUE_ARRAY_UNIQUE", "array-unique", Kind.FLAG),
          Rule.of("SQUEUE_FEDERATION", "federation", Kind.FLAG),
          Rule.of("SQUEUE_FORMAT", "format", Kind.VALUE, "Format", "long"),
          Rule.of("SQUEUE_FORMAT2", "Format", Kind.VALUE, "format", "long"),
          Rule.of("SQUEUE_LICENSES", "licenses", Kind.VALUE),
          Rule.of("SQUEUE_LOCAL", "federation", Kind.FLAG),
          Rule.of("SQUEUE_NAMES", "name", Kind.VALUE),
          Rule.of("SQUEUE_PARTITION", "partition", Kind.VALUE),
          Rule.of("SQUEUE_PRIORITY", "priority", Kind.FLAG),
          Rule.of("SQUEUE_QOS", "qos", Kind.VALUE),
          Rule.of("SQUEUE_SIB", "sibling", Kind.FLAG),
          Rule.of("SQUEUE_SIBLING", "sibling", Kind.FLAG),
          Rule.of("SQUEUE_SORT", "sort", Kind.VALUE),
          Rule.of("SQUEUE_STATES", "states", Kind.VALUE),
          Rule.of("SQUEUE_USERS", "users", Kind.VALUE, "me"));

  private static final List<Rule> NODES =
      List.of(
          Rule.of("SINFO_ALL", "all", Kind.FLAG),
          Rule.of("SINFO_FEDERATION", "federation", Kind.FLAG),
          Rule.of(
              "SINFO_FORMAT",
              "format",
              Kind.VALUE,
              "Format",
              "Node",
              "summarize",
              "list-reasons",
              "reservation"),
          Rule.of("SINFO_LOCAL", "federation", Kind.FLAG),
          Rule.of("SINFO_PARTITION", "partition", Kind.VALUE, "reservation"),
          Rule.of("SINFO_SORT", "sort", Kind.VALUE, "reservation"),
          Rule.of("SLURM_CLUSTERS", "clusters", Kind.VALUE));

  private static final List<Rule> CANCEL =
      List.of(
          Rule.of("SCANCEL_ACCOUNT", "account", Kind.VALUE),
          new Rule("SCANCEL_BATCH", "batch", Kind.TRUTH, List.of("full"), "signal"),
          new Rule("SCANCEL_FULL", "full", Kind.TRUTH, List.of("batch"), "signal"),
          Rule.of("SCANCEL_CTLD", "ctld", Kind.FLAG),
          Rule.of("SCANCEL_HURRY", "hurry", Kind.FLAG),
          Rule.of("SCANCEL_INTERACTIVE", "interactive", Kind.TRUTH),
          Rule.of("SCANCEL_NAME", "name", Kind.VALUE),
          Rule.of("SCANCEL_PARTITION", "partition", Kind.VALUE),
          Rule.of("SCANCEL_QOS", "qos", Kind.VALUE),
          Rule.of("SCANCEL_STATE", "state", Kind.VALUE),
          Rule.of("SCANCEL_USER", "user", Kind.VALUE, "me"),
          Rule.of("SCANCEL_VERBOSE", "verbose", Kind.FLAG),
          Rule.of("SCANCEL_WCKEY", "wckey", Kind.VALUE));

  /** Those of Slurm's commands of which ours have nothing. */
  private static final List<String> NOTHING_OF_CANCEL = List.of("SLURM_CLUSTERS");

  private static final List<String> WITH_TIMES = List.of("queue", "sinfo", "scontrol", "sacct");

  private final List<Rule> found;
  private final Map<String, String> values;
  private final List<String> warnings;

  private ListVariables(List<Rule> found, Map<String, String> values, List<String> warnings) {
    this.found = List.copyOf(found);
    this.values = values;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Those of a command, none with {@code PLIANT_SLURM_VARIABLES=off}.
   *
   * @param command as {@code pliant} calls it: {@code queue}, {@code sinfo}, {@code cancel}
   */
  public static ListVariables of(String command, Map<String, String> environment) {
    List<Rule> found = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    if ("off".equals(environment.get(VariableOptions.SWITCH))) {
      return new ListVariables(found, Map.of(), warnings);
    }
    for (Rule rule : rules(command)) {
      String value = environment.get(rule.variable);
      if (value != null && isSet(rule, value, warnings)) {
        found.add(rule);
      }
    }
    nothing(command).stream()
        .filter(environment::containsKey)
        .forEach(name -> warnings.add(name + " is not looked at: it means nothing here"));
    String fault =
        WITH_TIMES.contains(command)
            ? StampFormat.fault(environment.get("SLURM_TIME_FORMAT"))
            : null;
    if (fault != null) {
      warnings.add(fault);
    }
    return new ListVariables(found, environment, warnings);
  }

  private static List<Rule> rules(String command) {
    return switch (command) {
      case "queue" -> QUEUE;
      case "sinfo" -> NODES;
      case "cancel" -> CANCEL;
      default -> List.of();
    };
  }

  private static List<String> nothing(String command) {
    return switch (command) {
      case "cancel" -> NOTHING_OF_CANCEL;
      default -> List.of();
    };
  }

  private static boolean isSet(Rule rule, String value, List<String> warnings) {
    return switch (rule.kind) {
      case FLAG -> true;
      case VALUE -> !value.isEmpty();
      case TRUTH -> {
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
          warnings.add(
              "Unrecognized %s value: '%s', expected true or false"
                  .formatted(rule.variable, value));
        }
        yield value.equalsIgnoreCase("true");
      }
    };
  }

  /** Of variables that mean nothing here, or say nothing that is known. */
  public List<String> warnings() {
    return warnings;
  }

  /** True when no variable is an option. */
  public boolean isEmpty() {
    return found.isEmpty();
  }

  /**
   * Those that count beside a command line.
   *
   * @param given names of the options of the line, all that each one has, without dashes
   */
  public VariableOptions beside(Set<String> given) {
    Set<String> words = new LinkedHashSet<>();
    List<String> variables = new ArrayList<>();
    Set<String> taken = new LinkedHashSet<>();
    for (Rule rule : found) {
      boolean excluded =
          given.contains(rule.option)
              || rule.unless.stream()
                  .anyMatch(option -> given.contains(option) || taken.contains(option));
      if (!excluded && (rule.only.isEmpty() || given.contains(rule.only))) {
        String value = values.getOrDefault(rule.variable, "");
        words.add(
            rule.kind == Kind.VALUE ? "--%s=%s".formatted(rule.option, value) : "--" + rule.option);
        variables.add(rule.variable);
        taken.add(rule.option);
      }
    }
    return new VariableOptions(List.copyOf(words), variables);
  }

  /** How times are to be written. */
  public static StampFormat times(Map<String, String> environment) {
    boolean off = "off".equals(environment.get(VariableOptions.SWITCH));
    return off ? StampFormat.STANDARD : StampFormat.of(environment.get("SLURM_TIME_FORMAT"));
  }
}
