package io.pliant.cli;

import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Terminal.Style;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** The text of {@code pliant --help}. */
final class Overview {
  private static final int WIDTH = 100;

  private Overview() {}

  /** Prints the overview, or the help of the command that {@code rest} names. */
  static int help(Context context, List<String> rest) {
    if (!rest.isEmpty()) {
      return Main.run(context, rest.getFirst(), "--help");
    }
    PrintStream out = context.terminal().out();
    CommandLine all = CommandCatalog.all(context);
    out.println("pliant: a fault-tolerant batch scheduler for clusters");
    out.println();
    out.println("Usage: pliant COMMAND [OPTION...] [ARGUMENT...]");
    for (CommandCatalog.Group group : CommandCatalog.GROUPS) {
      out.println();
      out.println(context.terminal().styled(Style.BOLD, group.title()));
      for (String name : group.commands()) {
        CommandLine command = Objects.requireNonNull(all.getSubcommands().get(name));
        String[] description = command.getCommandSpec().usageMessage().description();
        out.println("  %-12s %s".formatted(name, String.join(" ", description)));
      }
    }
    out.println();
    out.println("First steps:");
    out.println(
        "  pliant demo                    watch a cluster survive the death of a controller");
    out.println("  pliant up --nodes 4            start a cluster on this host");
    out.println(
        "  pliant submit --wrap hostname  submit a job; then: pliant queue, pliant history");
    out.println();
    out.println("'pliant COMMAND --help' says more. Exit codes: 0 done, 1 failed, 2 misused.");
    return 0;
  }

  static int width(Context context) {
    return Math.max(60, context.terminal().width() == 0 ? WIDTH : context.terminal().width());
  }

  static Help.ColorScheme colours(Context context) {
    Help.Ansi ansi = context.terminal().colour() ? Help.Ansi.ON : Help.Ansi.OFF;
    return Help.defaultColorScheme(ansi);
  }
}
