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
 * The simulator. The launcher script starts it without coming here, with Java options of its own;
 * this class gives it a line in the overview, completion, and a way in for other launchers.
 */
public final class SimulateCommand implements RawCommand {
  private static final String DESCRIPTION =
      "Simulate logs and workloads under the scheduling policies.";
  private static final String HELP =
      """
      Usage: pliant sim OPTION...
      %s
      The simulator is a program of its own: ./pliant sim --help prints all of its options.
      """
          .formatted(DESCRIPTION);

  private final Context context;

  public SimulateCommand(Context context) {
    this.context = context;
  }

  @Override
  public int run(List<String> arguments) {
    if (arguments.contains("--help") || arguments.contains("-h")) {
      context.terminal().out().print(HELP);
      context.terminal().out().flush();
      return 0;
    }
    List<String> command = new ArrayList<>();
    command.add(context.home().resolve("pliant").toString());
    command.add("sim");
    command.addAll(arguments);
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException failure) {
      throw CommandFailure.operational("Expected to start the simulator, but: " + failure + ".");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational("Expected to wait for the simulator, but was interrupted.");
    }
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("sim");
    spec.usageMessage().description(DESCRIPTION);
    spec.addOption(
        OptionSpec.builder("--help").usageHelp(true).description("Show this help.").build());
    return spec;
  }
}
