package io.pliant.core.resource;

import org.jspecify.annotations.Nullable;

/**
 * How the tasks of a job lie on cores and sockets of a node. A job with a rule on cores holds whole
 * ones. A node that does not tell its topology has a core for each cpu, and no sockets that count.
 *
 * @param threads threads of each core that tasks use at the most, or 0 for all
 * @param tasksOnCore tasks on one core at the most, or 0 for any number
 * @param tasksOnSocket tasks on one socket at the most, or 0 for any number
 */
public record CoreRule(int threads, int tasksOnCore, int tasksOnSocket) {
  /** Nothing is said. */
  public static final CoreRule NONE = new CoreRule(0, 0, 0);

  public CoreRule {
    if (threads < 0 || tasksOnCore < 0 || tasksOnSocket < 0) {
      throw new IllegalArgumentException(
          "Expected at least 0 threads, tasks of a core and tasks of a socket, but got %d, %d and %d."
              .formatted(threads, tasksOnCore, tasksOnSocket));
    }
  }

  /** The same; none where it is null. */
  public static CoreRule orNone(@Nullable CoreRule rule) {
    return rule == null ? NONE : rule;
  }

  /** The same; null where it says nothing: how it is stored. */
  public static @Nullable CoreRule orNull(@Nullable CoreRule rule) {
    return NONE.equals(rule) ? null : rule;
  }

  /** What a slice holds of a node, or null where it holds single cpus. */
  public @Nullable WholeCores on(NodeCapacity node) {
    int there = node.threadsPerCore();
    return there < 2 || threads == 0 && tasksOnCore == 0 ? null : of(there);
  }

  /** The same of a slice of whole cores with so many threads. */
  public WholeCores of(int there) {
    return new WholeCores(there, threads == 0 ? there : Math.min(threads, there));
  }

  /** Tasks of one node at the most, however many cpus it has. */
  public int most(NodeCapacity node, boolean exactly) {
    Topology told = NodeTraits.orNone(node.traits()).topology();
    if (tasksOnSocket == 0 || told == null) {
      return Integer.MAX_VALUE;
    }
    int there = told.threadsPerCore();
    long each = exactly ? tasksOnSocket : (long) Math.ceilDiv(tasksOnSocket, there) * there;
    return (int) Math.min(Integer.MAX_VALUE, each * told.sockets());
  }

  /** Cpus of whole cores for so many tasks. */
  public long cpus(WholeCores cores, long tasks, int cpusPerTask) {
    return cores.threads() * cores(cores, tasks, cpusPerTask);
  }

  private long cores(WholeCores cores, long tasks, int cpusPerTask) {
    if (tasksOnCore == 1) {
      return tasks * Math.ceilDiv(cpusPerTask, cores.used());
    }
    return spares(cores, cpusPerTask)
        ? Math.ceilDiv(tasks, tasksOnCore)
        : Math.ceilDiv(tasks * cpusPerTask, cores.used());
  }

  /** Tasks for which so many cpus have whole cores. */
  public int tasks(WholeCores cores, int cpus, int cpusPerTask) {
    long there = Math.max(0, cores.cores(cpus));
    if (tasksOnCore == 1) {
      return (int) (there / Math.ceilDiv(cpusPerTask, cores.used()));
    }
    long tasks =
        spares(cores, cpusPerTask) ? there * tasksOnCore : there * cores.used() / cpusPerTask;
    return (int) Math.min(Integer.MAX_VALUE, tasks);
  }

  /** True when as many tasks as a core may have leave threads of it idle. */
  private boolean spares(WholeCores cores, int cpusPerTask) {
    return tasksOnCore > 0 && (long) tasksOnCore * cpusPerTask < cores.used();
  }
}
