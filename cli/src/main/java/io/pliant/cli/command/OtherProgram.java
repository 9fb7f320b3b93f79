package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command that is a program of its own, with its own help. The launcher script starts it without
 * coming here; this class gives it a line in the overview, completion, and a way in for other
 * launchers.
 */
public final class OtherProgram implements RawCommand {
  private static final String HELP =
      """
      Usage: pliant %1$s OPTION...
      %2$s
      This is a program of its own: ./pliant %1$s --help prints all of its options.
      """;

  private final Context context;
  private final String name;
  private final String description;

  private OtherProgram(Context context, String name, String description) {
    this.context = context;
    this.name = name;
    this.description = description;
  }

  /** The simulator. */
  public static OtherProgram simulator(Context context) {
    return new OtherProgram(
        context, "sim", "Simulate logs and workloads under the scheduling policies.");
  }

  /** Bags of tasks. */
  public static OtherProgram bag(Context context) {
    return new OtherProgram(context, "bag", "Do thousands of short tasks in one job.");
  }

  @Override
  public int run(List<String> arguments) {
    if (arguments.contains("--help") || arguments.contains("-h")) {
      context.terminal().out().print(HELP.formatted(name, description));
      context.terminal().out().flush();
      return 0;
    }
    List<String> command = new ArrayList<>();
    command.add(context.home().resolve("pliant").toString());
    command.add(name);
    command.addAll(arguments);
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException failure) {
      throw CommandFailure.operational(
          "Expected to start 'pliant %s', but: %s.".formatted(name, failure));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational(
          "Expected to wait for 'pliant %s', but was interrupted.".formatted(name));
    }
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description);
    spec.addOption(
        OptionSpec.builder("--help").usageHelp(true).description("Show this help.").build());
    return spec;
  }
}
