package io.pliant.core.option;

/** What to do without an option that Slurm has and Pliant has not. */
final class Remedies {
  private static final String NO_DEVICES =
      "Nodes have no GPUs or other devices here; without the option the job runs on cpus alone.";
  private static final String ANY_NODE =
      "Nodes cannot be chosen so; without the option any node of the partition may be taken.";
  private static final String NO_ARRAYS =
      "There are no arrays; submit one job for each index, and pass the index as an argument.";

  private static final String NO_BURST_BUFFERS =
      "There are no burst buffers; copy files at the beginning and the end of the script.";
  private static final String NO_BOOT = "Nodes are not booted for a job; delete it.";

  private Remedies() {}

  /**
   * For a long name: what else to write, or what changes when it is deleted; nothing where there is
   * nothing to say.
   */
  static String of(String longName) {
    return switch (longName) {
      case "array" -> NO_ARRAYS;
      case "dependency" ->
          "There are no dependencies; submit the next job at the end of this one, or use --wait.";
      case "gres",
          "gres-flags",
          "gpus",
          "gpus-per-node",
          "gpus-per-task",
          "gpus-per-socket",
          "gpu-bind",
          "gpu-freq",
          "cpus-per-gpu",
          "mem-per-gpu",
          "ntasks-per-gpu" ->
          NO_DEVICES;
      case "tres-per-task" -> "Write --cpus-per-task. " + NO_DEVICES;
      case "constraint",
          "cluster-constraint",
          "batch",
          "prefer",
          "nodelist",
          "nodefile",
          "exclude" ->
          ANY_NODE;
      case "mincpus" -> "Write --ntasks-per-node and --cpus-per-task for cpus on each node.";
      case "licenses" ->
          "Licences are not counted; without the option the job starts whether or not one is free.";
      case "signal" ->
          "A job is told nothing before its limit; without the option it has to save its work by itself.";
      case "bb", "bbf" -> NO_BURST_BUFFERS;
      case "reboot", "delay-boot" -> NO_BOOT;
      case "kill-on-invalid-dep" -> "There are no dependencies; delete it.";
      case "test-only" -> "Nothing is tried; submit with --hold, and see 'pliant why'.";
      case "usage" -> "Write --help.";
      case "version" -> "Write 'pliant version'.";
      case "mpi" -> "Tasks start without PMI; start MPI programs with mpirun.";
      case "pty" -> "Tasks get no terminal; give the program its input with a pipe.";
      case "multi-prog" -> "Start each program with a step of its own, and '&'.";
      case "uid", "gid" -> "A job runs as whoever submits it; submit it as that user.";
      case "container" -> "Start the container's program in the script.";
      case "export-file" -> "Write the variables into --export, or read them in the script.";
      default -> "";
    };
  }
}
