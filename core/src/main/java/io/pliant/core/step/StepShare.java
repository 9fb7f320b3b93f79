package io.pliant.core.step;

import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What of its job's nodes a step wants for itself while it runs. A step that wants nothing shares
 * everything with the other steps of its job.
 *
 * @param ownCpus whether it wants cpus that no other step that wants its own has
 * @param kindsPerNode devices on each of its nodes that no other step that asks for some has, or
 *     null for none
 * @param kindsPerTask the same for each task, which sees no others, or null for none
 */
public record StepShare(
    boolean ownCpus, @Nullable Kinds kindsPerNode, @Nullable Kinds kindsPerTask) {
  public StepShare {
    kindsPerNode = Kinds.orNull(kindsPerNode);
    kindsPerTask = Kinds.orNull(kindsPerTask);
  }

  /** The same, or null when it wants nothing. */
  public @Nullable StepShare orNull() {
    return ownCpus || hasKinds() ? this : null;
  }

  /** True when it asks for devices. */
  public boolean hasKinds() {
    return kindsPerNode != null || kindsPerTask != null;
  }

  /** What it wants of a node with that many of its tasks. */
  public Resources onNodeWith(int tasks, int cpusPerTask) {
    Kinds forTasks = kindsPerTask == null ? Kinds.NONE : kindsPerTask.times(tasks);
    return new Resources(
        ownCpus ? Math.multiplyExact(tasks, cpusPerTask) : 0,
        0,
        Kinds.orNone(kindsPerNode).most(forTasks));
  }

  /** How many of its tasks there is room for, as far as devices go. */
  public int tasksOn(Kinds kinds) {
    if (kindsPerNode != null && !kinds.covers(kindsPerNode)) {
      return 0;
    }
    return kindsPerTask == null ? Integer.MAX_VALUE : kindsPerTask.timesIn(kinds);
  }
}
