package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import org.jspecify.annotations.Nullable;

/**
 * A part of one node that belongs to one job.
 *
 * @param node the node
 * @param cpus cpus of it
 * @param memoryMb megabytes of it
 * @param tasks how many of the job's tasks are placed there by default
 * @param kinds what else of it is counted, or null for nothing
 */
public record Slice(NodeName node, int cpus, int memoryMb, int tasks, @Nullable Kinds kinds) {
  public Slice {
    kinds = Kinds.orNull(kinds);
  }

  /** Cpus and memory alone. */
  public Slice(NodeName node, int cpus, int memoryMb, int tasks) {
    this(node, cpus, memoryMb, tasks, null);
  }

  public static Slice of(NodeName node, Resources resources, int tasks) {
    return new Slice(node, resources.cpus(), resources.memoryMb(), tasks, resources.storedKinds());
  }

  public Resources resources() {
    return Resources.of(cpus, memoryMb, kinds);
  }

  /** Decision logs hold this text, and a replay compares it: kinds stand in it only if any are. */
  @Override
  public String toString() {
    return "Slice[node=%s, cpus=%d, memoryMb=%d, tasks=%d%s]"
        .formatted(node, cpus, memoryMb, tasks, kinds == null ? "" : ", kinds=" + kinds.word());
  }
}
