package io.pliant.core.partition;

import io.pliant.core.id.NodeName;
import io.pliant.core.view.NodeView;
import org.jspecify.annotations.Nullable;

/**
 * One node in the ledger.
 *
 * @param capacity what it has in all
 * @param up reachable, and running nothing that the ledger does not know
 * @param downReason why it is not up, or null
 * @param drainReason why it takes no new jobs, or null when it does
 * @param usedCpus cpus in slices
 * @param usedMemoryMb megabytes in slices
 * @param jobs number of jobs that hold a slice of it
 */
public record NodeRecord(
    NodeName name,
    NodeCapacity capacity,
    boolean up,
    @Nullable String downReason,
    @Nullable String drainReason,
    int usedCpus,
    int usedMemoryMb,
    int jobs) {

  static NodeRecord registered(NodeName name, NodeCapacity capacity) {
    return new NodeRecord(name, capacity, true, null, null, 0, 0, 0);
  }

  /** Up and open for new slices. */
  public boolean available() {
    return up && drainReason == null;
  }

  /** State word as operators know it from Slurm's sinfo. */
  public String stateWord() {
    if (!up) {
      return "down";
    }
    if (drainReason != null) {
      return jobs > 0 ? "draining" : "drained";
    }
    if (jobs == 0) {
      return "idle";
    }
    return usedCpus >= capacity.cpus() ? "allocated" : "mixed";
  }

  NodeRecord withCapacity(NodeCapacity newCapacity) {
    return new NodeRecord(name, newCapacity, true, null, drainReason, usedCpus, usedMemoryMb, jobs);
  }

  NodeRecord down(String reason) {
    return new NodeRecord(name, capacity, false, reason, drainReason, usedCpus, usedMemoryMb, jobs);
  }

  NodeRecord cameUp() {
    return new NodeRecord(name, capacity, true, null, drainReason, usedCpus, usedMemoryMb, jobs);
  }

  NodeRecord drained(@Nullable String reason) {
    return new NodeRecord(name, capacity, up, downReason, reason, usedCpus, usedMemoryMb, jobs);
  }

  NodeRecord occupied(Slice slice) {
    return new NodeRecord(
        name,
        capacity,
        up,
        downReason,
        drainReason,
        usedCpus + slice.cpus(),
        usedMemoryMb + slice.memoryMb(),
        jobs + 1);
  }

  NodeRecord vacated(Slice slice) {
    return new NodeRecord(
        name,
        capacity,
        up,
        downReason,
        drainReason,
        usedCpus - slice.cpus(),
        usedMemoryMb - slice.memoryMb(),
        jobs - 1);
  }

  NodeView view() {
    return new NodeView(
        name,
        capacity,
        Math.max(0, capacity.cpus() - usedCpus),
        Math.max(0, capacity.memoryMb() - usedMemoryMb),
        jobs,
        available());
  }
}
