package io.pliant.cli;

import io.pliant.cli.invocation.Context;
import io.pliant.core.option.ListVariables;
import io.pliant.core.option.VariableOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Options that a command of Slurm's finds in variables, before those of its command line. */
final class LineVariables {
  private LineVariables() {}

  /**
   * Those that count beside this line, with a note for each that means nothing.
   *
   * @param name of a command that has its options from annotations
   */
  static VariableOptions beside(String name, Context context, List<String> line) {
    ListVariables variables = ListVariables.of(name, context.environment());
    variables.warnings().forEach(warning -> context.terminal().note("warning: " + warning));
    CommandLine reader = variables.isEmpty() ? null : CommandCatalog.create(name, context);
    return reader == null
        ? new VariableOptions(List.of(), List.of())
        : variables.beside(given(reader, line));
  }

  /** All names of the options that the line has, without dashes; none when it cannot be read. */
  private static Set<String> given(CommandLine reader, List<String> line) {
    List<String> names = new ArrayList<>();
    try {
      reader
          .parseArgs(line.toArray(String[]::new))
          .matchedOptions()
          .forEach(option -> names.addAll(Arrays.asList(option.names())));
    } catch (ParameterException e) {
      return Set.of(); // the command itself will say what is wrong with the line
    }
    return names.stream()
        .map(option -> option.replaceFirst("^--?", ""))
        .collect(Collectors.toSet());
  }
}
