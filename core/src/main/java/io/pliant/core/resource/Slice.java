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
 * @param cores of which whole cores its cpus are, or null for single cpus; and in journals from
 *     before there was a choice
 */
public record Slice(
    NodeName node,
    int cpus,
    int memoryMb,
    int tasks,
    @Nullable Kinds kinds,
    @Nullable WholeCores cores) {
  public Slice {
    kinds = Kinds.orNull(kinds);
  }

  /** Single cpus. */
  public Slice(NodeName node, int cpus, int memoryMb, int tasks, @Nullable Kinds kinds) {
    this(node, cpus, memoryMb, tasks, kinds, null);
  }

  /** Cpus and memory alone. */
  public Slice(NodeName node, int cpus, int memoryMb, int tasks) {
    this(node, cpus, memoryMb, tasks, null);
  }

  public static Slice of(NodeName node, Resources resources, int tasks) {
    return new Slice(node, resources.cpus(), resources.memoryMb(), tasks, resources.storedKinds());
  }

  /** The same of whole cores. */
  public Slice of(@Nullable WholeCores whole) {
    return new Slice(node, cpus, memoryMb, tasks, kinds, whole);
  }

  /** Cpus that its tasks use: fewer than it holds where threads of cores are left idle. */
  public int usableCpus() {
    return cores == null ? cpus : cores.usable(cpus);
  }

  public Resources resources() {
    return Resources.of(cpus, memoryMb, kinds);
  }

  /**
   * Decision logs hold this text, and a replay compares it: kinds and cores stand in it if any are.
   */
  @Override
  public String toString() {
    return "Slice[node=%s, cpus=%d, memoryMb=%d, tasks=%d%s%s]"
        .formatted(
            node,
            cpus,
            memoryMb,
            tasks,
            kinds == null ? "" : ", kinds=" + kinds.word(),
            cores == null ? "" : ", cores=" + cores.used() + "/" + cores.threads());
  }
}
