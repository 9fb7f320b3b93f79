package io.pliant.cli.invocation;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** A command that takes its options in Slurm's way, up to the script or program it is to run. */
public interface RawCommand {
  /** Runs with the arguments after the command's name; returns the exit code. */
  int run(List<String> arguments);

  /** Name, description and options, for help and completion. */
  CommandSpec spec();
}
