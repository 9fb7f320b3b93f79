package io.pliant.core.partition;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
 * @param faults when it could not do its part of an attempt, the newest ones; null for never
 * @param closure why the partition has closed it, or null
 * @param usedKinds what else of it is in slices, or null for nothing
 */
public record NodeRecord(
    NodeName name,
    NodeCapacity capacity,
    boolean up,
    @Nullable String downReason,
    @Nullable String drainReason,
    int usedCpus,
    int usedMemoryMb,
    int jobs,
    @Nullable List<Instant> faults,
    @Nullable Closure closure,
    @Nullable Kinds usedKinds) {

  public NodeRecord {
    usedKinds = Kinds.orNull(usedKinds);
    faults = faults == null ? null : List.copyOf(faults);
  }

  /** A node of which cpus and memory alone are in slices. */
  public NodeRecord(
      NodeName name,
      NodeCapacity capacity,
      boolean up,
      @Nullable String downReason,
      @Nullable String drainReason,
      int usedCpus,
      int usedMemoryMb,
      int jobs,
      @Nullable List<Instant> faults,
      @Nullable Closure closure) {
    this(
        name,
        capacity,
        up,
        downReason,
        drainReason,
        usedCpus,
        usedMemoryMb,
        jobs,
        faults,
        closure,
        null);
  }

  static NodeRecord registered(NodeName name, NodeCapacity capacity) {
    return new NodeRecord(name, capacity, true, null, null, 0, 0, 0, null, null);
  }

  /** Up and open for new slices. */
  public boolean available() {
    return up && drainReason == null && closure == null;
  }

  /** When it could not do its part of an attempt, the newest ones. */
  List<Instant> recentFaults() {
    return faults == null ? List.of() : faults;
  }

  /** Why it takes no new jobs, or empty when it does. */
  public String reason() {
    return downReason != null
        ? downReason
        : drainReason != null ? drainReason : closure != null ? closure.reason() : "";
  }

  /** State word as operators know it from Slurm's sinfo. */
  public String stateWord() {
    if (!up) {
      return "down";
    }
    if (drainReason != null || closure != null) {
      return jobs > 0 ? "draining" : "drained";
    }
    if (jobs == 0) {
      return "idle";
    }
    return usedCpus >= capacity.cpus() ? "allocated" : "mixed";
  }

  NodeRecord withCapacity(NodeCapacity newCapacity) {
    return new NodeRecord(
        name,
        newCapacity,
        true,
        null,
        drainReason,
        usedCpus,
        usedMemoryMb,
        jobs,
        faults,
        closure,
        usedKinds);
  }

  NodeRecord down(String reason) {
    return reachable(false, reason);
  }

  NodeRecord cameUp() {
    return reachable(true, null);
  }

  private NodeRecord reachable(boolean nowUp, @Nullable String reason) {
    return new NodeRecord(
        name,
        capacity,
        nowUp,
        reason,
        drainReason,
        usedCpus,
        usedMemoryMb,
        jobs,
        faults,
        closure,
        usedKinds);
  }

  NodeRecord drained(@Nullable String reason) {
    return new NodeRecord(
        name,
        capacity,
        up,
        downReason,
        reason,
        usedCpus,
        usedMemoryMb,
        jobs,
        faults,
        closure,
        usedKinds);
  }

  NodeRecord faulted(Instant at) {
    List<Instant> newest = new ArrayList<>(recentFaults());
    newest.add(at);
    return judged(
        newest.subList(Math.max(0, newest.size() - FaultRules.MOST), newest.size()), closure);
  }

  NodeRecord closed(Closure why) {
    return judged(faults, why);
  }

  /** What it could not do before counts no more. */
  NodeRecord opened() {
    return judged(null, null);
  }

  private NodeRecord judged(@Nullable List<Instant> newFaults, @Nullable Closure newClosure) {
    return new NodeRecord(
        name,
        capacity,
        up,
        downReason,
        drainReason,
        usedCpus,
        usedMemoryMb,
        jobs,
        newFaults,
        newClosure,
        usedKinds);
  }

  /** What of it is in slices. */
  public Resources used() {
    return Resources.of(usedCpus, usedMemoryMb, usedKinds);
  }

  NodeRecord occupied(Slice slice) {
    return used(used().plus(slice.resources()), jobs + 1);
  }

  /**
   * An event is applied whatever it says: a slice of which nothing is known any more frees nothing.
   */
  NodeRecord vacated(Slice slice) {
    return used(used().without(slice.resources()), Math.max(0, jobs - 1));
  }

  private NodeRecord used(Resources nowUsed, int nowJobs) {
    return new NodeRecord(
        name,
        capacity,
        up,
        downReason,
        drainReason,
        nowUsed.cpus(),
        nowUsed.memoryMb(),
        nowJobs,
        faults,
        closure,
        nowUsed.storedKinds());
  }

  NodeView view() {
    return NodeView.of(name, capacity, capacity.resources().without(used()), jobs, available());
  }
}
