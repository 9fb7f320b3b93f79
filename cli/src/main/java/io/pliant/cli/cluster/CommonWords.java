package io.pliant.cli.cluster;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import picocli.CommandLine.Option;

/** Options that all of Slurm's commands for lists have, and that change no list. */
public final class CommonWords {
  @Option(
      names = {"-v", "--verbose"},
      description = "Say on standard error whom the answer is from.")
  private boolean[] verbose = {};

  @Option(names = "--yaml", description = "Refused: write --json, which is YAML as well.")
  private boolean yaml;

  /** Says what is asked for; throws what the user is to write instead. */
  public void check(Context context, ClusterAccess access) {
    if (yaml) {
      throw CommandFailure.usage(
          "Expected no --yaml: write --json where there is one, which programs for YAML read as well.");
    }
    if (verbose.length > 0) {
      String named = context.variable("PLIANT_CONTROLLERS");
      context
          .terminal()
          .note(
              named == null
                  ? "the answer is from a controller of " + access.folder(context).path()
                  : "the answer is from a controller of PLIANT_CONTROLLERS=" + named);
    }
  }
}
