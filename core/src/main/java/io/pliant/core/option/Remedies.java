package io.pliant.core.option;

/** What to do without an option that Slurm has and Pliant has not. */
final class Remedies {
  private static final String NO_BURST_BUFFERS =
      "There are no burst buffers; copy files at the beginning and the end of the script.";

  private Remedies() {}

  /**
   * For a long name: what else to write, or what changes when it is deleted; nothing where there is
   * nothing to say.
   */
  static String of(String longName) {
    return switch (longName) {
      case "tres-per-task" -> "Write --cpus-per-task and --gpus-per-task.";
      case "bb", "bbf" -> NO_BURST_BUFFERS;
      case "test-only" -> "Try the script: pliant submit --check.";
      case "usage" -> "Write --help.";
      case "version" -> "Write 'pliant version'.";
      case "het-group", "pack-group" -> "Components are chosen by steps: give it to srun in a job.";
      case "bcast", "compress" ->
          "Copy the program with sbcast, or to a folder that all nodes share.";
      case "no-allocate" -> "Tasks run in a job only; delete it.";
      case "whole" ->
          "A step has all cpus of its job's nodes unless --exact says otherwise; delete it.";
      case "uid", "gid" ->
          "A job runs as whoever submits it; root gives it first on the command line, as in sbatch --uid=ada job.sh.";
      case "container" -> "Start the container's program in the script.";
      case "get-user-env" -> "Variables of a login shell are for scripts: give it to sbatch.";
      case "export-file" -> "Write the variables into --export, or read them in the script.";
      default -> "";
    };
  }
}
