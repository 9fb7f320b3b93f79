package io.pliant.core.option;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What Slurm calls its options, so that scripts mean the same here, and errors are better. */
final class SlurmOptions {

  private static final List<String> LONG_NAMES =
      List.of(
          "accel-bind",
          "account",
          "acctg-freq",
          "batch",
          "bb",
          "bbf",
          "bcast",
          "cluster",
          "cluster-constraint",
          "clusters",
          "compress",
          "constraint",
          "container",
          "contiguous",
          "core-spec",
          "cores-per-socket",
          "cpu-bind",
          "cpu-freq",
          "cpus-per-gpu",
          "deadline",
          "dependency",
          "disable-status",
          "distribution",
          "epilog",
          "exact",
          "exclude",
          "export-file",
          "extra-node-info",
          "get-user-env",
          "gid",
          "gpu-bind",
          "gpu-freq",
          "gpus",
          "gpus-per-node",
          "gpus-per-socket",
          "gpus-per-task",
          "gres",
          "gres-flags",
          "het-group",
          "hint",
          "ignore-pbs",
          "immediate",
          "interactive",
          "kill-on-bad-exit",
          "kill-on-invalid-dep",
          "licenses",
          "mail-type",
          "mail-user",
          "mcs-label",
          "mem-bind",
          "mem-per-cpu",
          "mem-per-gpu",
          "mincpus",
          "mpi",
          "msg-timeout",
          "multi-prog",
          "network",
          "nice",
          "no-allocate",
          "no-kill",
          "nodefile",
          "nodelist",
          "ntasks-per-core",
          "ntasks-per-gpu",
          "ntasks-per-socket",
          "overcommit",
          "oversubscribe",
          "pack-group",
          "power",
          "prefer",
          "preserve-env",
          "priority",
          "profile",
          "prolog",
          "propagate",
          "pty",
          "qos",
          "quit-on-interrupt",
          "relative",
          "reservation",
          "resv-ports",
          "send-libs",
          "signal",
          "slurmd-debug",
          "sockets-per-node",
          "spread-job",
          "switches",
          "task-epilog",
          "task-prolog",
          "test-only",
          "thread-spec",
          "threads",
          "threads-per-core",
          "time-min",
          "tmp",
          "tres-per-task",
          "uid",
          "unbuffered",
          "usage",
          "use-min-nodes",
          "verbose",
          "version",
          "wait-all-nodes",
          "wckey",
          "whole");

  /** Of these, what {@code srun} has and {@code sbatch} has not. */
  private static final List<String> OF_SRUN_ALONE =
      List.of(
          "accel-bind",
          "bcast",
          "compress",
          "cpu-bind",
          "disable-status",
          "epilog",
          "exact",
          "het-group",
          "immediate",
          "interactive",
          "kill-on-bad-exit",
          "mpi",
          "msg-timeout",
          "multi-prog",
          "no-allocate",
          "pack-group",
          "preserve-env",
          "prolog",
          "pty",
          "quit-on-interrupt",
          "relative",
          "resv-ports",
          "send-libs",
          "slurmd-debug",
          "task-epilog",
          "task-prolog",
          "threads",
          "unbuffered",
          "whole");

  /** Options of Pliant's that Slurm has not. */
  private static final Set<SubmitOption> OURS =
      EnumSet.of(
          SubmitOption.MIN_NODES,
          SubmitOption.MIN_NODES_INVASIC,
          SubmitOption.MAX_NODES,
          SubmitOption.MAX_NODES_INVASIC,
          SubmitOption.NODE_CONSTRAINTS,
          SubmitOption.ON_OFFER,
          SubmitOption.ADAPT_DEADLINE,
          SubmitOption.ON_SHRINK_TIMEOUT,
          SubmitOption.ON_RACE,
          SubmitOption.POWER_MIN,
          SubmitOption.POWER_MAX);

  private SlurmOptions() {}

  /** All long names, in the order of the alphabet. */
  static List<String> all() {
    return LONG_NAMES;
  }

  /** True for an option of {@code srun} that {@code sbatch} has not. */
  static boolean ofSrunAlone(String longName) {
    return OF_SRUN_ALONE.contains(longName);
  }

  /** True for an option of Slurm's by its long name, without dashes. */
  static boolean knows(String longName) {
    return LONG_NAMES.contains(longName);
  }

  /** True for an option that means something here and under Slurm. */
  static boolean has(SubmitOption option) {
    return !OURS.contains(option);
  }

  /** The long names that begin so, of {@code srun} or of {@code sbatch}. */
  static List<String> begunBy(String name, boolean srun) {
    return LONG_NAMES.stream()
        .filter(each -> each.startsWith(name) && (srun || !OF_SRUN_ALONE.contains(each)))
        .toList();
  }

  /** The long name of an option that only Slurm has by its letter, or null. */
  static @Nullable String named(char letter) {
    return switch (letter) {
      case 'a' -> "array";
      case 'I' -> "immediate";
      case 'K' -> "kill-on-bad-exit";
      case 'r' -> "relative";
      case 'T' -> "threads";
      case 'V' -> "version";
      case 'Z' -> "no-allocate";
      default -> null;
    };
  }
}
