package io.pliant.core.resource;

import org.jspecify.annotations.Nullable;

/**
 * How tasks are laid out, where more is said of it than their numbers.
 *
 * @param distribution which task runs on which node, or null for blocks of equal size
 * @param overcommit tasks share the cpus that one of them asks for on each node
 * @param cores how they lie on cores and sockets, or null as it comes; and in journals from before
 *     there was a choice
 */
public record Layout(
    @Nullable Distribution distribution, boolean overcommit, @Nullable CoreRule cores) {
  /**
   * Largest number of tasks that share the cpus of one node where it has fewer cpus; Slurm's
   * MaxTasksPerNode by default.
   */
  public static final int MOST_SHARING = 512;

  /** Nothing more is said. */
  public static final Layout USUAL = new Layout(null, false);

  public Layout {
    cores = CoreRule.orNull(cores);
  }

  /** A layout that says nothing of cores. */
  public Layout(@Nullable Distribution distribution, boolean overcommit) {
    this(distribution, overcommit, null);
  }

  /**
   * Tasks that share the cpus of a node at the most.
   *
   * @param room tasks for which it has cpus
   */
  public static int sharing(int room) {
    return Math.max(MOST_SHARING, room);
  }

  /** The same; the usual one where it is null. */
  public static Layout orUsual(@Nullable Layout layout) {
    return layout == null ? USUAL : layout;
  }

  /** The same; null where it says nothing: how it is stored. */
  public static @Nullable Layout orNull(@Nullable Layout layout) {
    return USUAL.equals(layout) ? null : layout;
  }
}
