package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Runs one controller or one node agent in the foreground. The launcher script does so without
 * coming here; this class gives the two commands their help and their completion.
 */
public abstract sealed class RoleCommand implements Callable<Integer> {
  private final Context context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Its configuration file. Required to run one.")
  private @Nullable Path config;

  private RoleCommand(Context context) {
    this.context = context;
  }

  @Override
  public final Integer call() throws IOException, InterruptedException {
    if (config == null) {
      throw CommandFailure.usage(
          "Expected --config FILE after 'pliant " + spec.name().replace("pliant ", "") + "'.");
    }
    String script = context.home().resolve("pliant").toString();
    return new ProcessBuilder(
            script, spec.name().replace("pliant ", ""), "--config", config.toString())
        .inheritIO()
        .start()
        .waitFor();
  }

  /** The command {@code controller}. */
  @picocli.CommandLine.Command(
      name = "controller",
      description =
          "Run one controller in the foreground, or list, add, remove controllers (docs/operations.md).",
      footer = {
        "",
        "Examples:",
        "  pliant controller --config /etc/pliant/controller.conf",
        "  pliant controller list",
        "  pliant controller add",
        "  pliant controller remove c2",
        "  pliant controller lead c3",
        "",
        "With the configuration file of a controller, which need not run:",
        "  pliant controller check --config FILE    say whether it and its certificates can be used",
        "  pliant controller secret --config FILE   make the token secret that it names",
        "  pliant controller token --config FILE --user NAME [--days N]",
        "                                           print a token for a user (30 days)"
      })
  public static final class Controller extends RoleCommand {
    public Controller(Context context) {
      super(context);
    }
  }

  /** The command {@code node}. */
  @picocli.CommandLine.Command(
      name = "node",
      description =
          "Run one node agent in the foreground, or let new nodes in (docs/operations.md).",
      footer = {
        "",
        "Examples:",
        "  pliant node --config /etc/pliant/node.conf",
        "  pliant node enroll n[001-004]"
      })
  public static final class Node extends RoleCommand {
    public Node(Context context) {
      super(context);
    }
  }
}
