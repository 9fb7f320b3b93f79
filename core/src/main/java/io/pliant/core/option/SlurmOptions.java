package io.pliant.core.option;

import java.util.List;

/** Options that Slurm's users know and that have no meaning here, for a better error. */
final class SlurmOptions {

  private static final List<String> LONG_NAMES =
      List.of(
          "account",
          "acctg-freq",
          "array",
          "batch",
          "bb",
          "bbf",
          "bcast",
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
          "delay-boot",
          "dependency",
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
          "multi-prog",
          "network",
          "nice",
          "no-kill",
          "nodefile",
          "nodelist",
          "ntasks-per-core",
          "ntasks-per-gpu",
          "ntasks-per-socket",
          "overcommit",
          "oversubscribe",
          "power",
          "prefer",
          "priority",
          "profile",
          "prolog",
          "propagate",
          "pty",
          "qos",
          "reboot",
          "relative",
          "reservation",
          "resv-ports",
          "signal",
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
          "use-min-nodes",
          "verbose",
          "version",
          "wait-all-nodes",
          "wckey");

  private static final String LETTERS = "aAbBCdFGIkKLmMOqrSsTuvVwxZ";

  private SlurmOptions() {}

  /** True for an option of Slurm's by its long name, without dashes. */
  static boolean knows(String longName) {
    return LONG_NAMES.contains(longName);
  }

  /** True for an option of Slurm's by its letter. */
  static boolean knows(char letter) {
    return LETTERS.indexOf(letter) >= 0;
  }
}
