package io.pliant.core.launch;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.step.StepHolding;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import io.pliant.core.step.StepShare;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What of a job's slices no running step has for itself. */
final class StepRoom {
  private StepRoom() {}

  /** The slices without what running steps have of them; each still with the job's tasks. */
  static Allocation left(Allocation allocation, Collection<StepPlan> running) {
    Map<NodeName, Resources> left = new HashMap<>();
    allocation.slices().forEach(slice -> left.put(slice.node(), slice.resources()));
    for (StepPlan plan : running) {
      StepHolding holding = plan.holding();
      if (holding != null) {
        for (Slice held : holding.slices()) {
          left.computeIfPresent(held.node(), (_, rest) -> rest.without(held.resources()));
        }
      }
    }
    List<Slice> slices = new ArrayList<>();
    for (Slice slice : allocation.slices()) {
      Resources rest = left.getOrDefault(slice.node(), slice.resources());
      slices.add(Slice.of(slice.node(), rest, slice.tasks()).of(slice.cores()));
    }
    return new Allocation(slices);
  }

  /**
   * What a step that is laid out on {@link #left} has for itself, with the names of devices; null
   * when it wants nothing.
   */
  static @Nullable StepHolding holding(
      StepRequest request, @Nullable CoreRule rule, TaskLayout layout, Allocation left) {
    StepShare share = request.share();
    if (share == null) {
      return null;
    }
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < layout.nodes().size(); i++) {
      NodeName node = layout.nodes().get(i);
      int tasks = layout.counts().get(i);
      Slice slice = on(left, node);
      WholeCores whole = slice == null ? null : slice.cores();
      Resources wanted = share.onNodeWith(tasks, request.cpusPerTask());
      if (share.ownCpus() && whole != null) {
        int cpus = cpus(rule, whole, tasks, request.cpusPerTask());
        wanted = new Resources(cpus, wanted.memoryMb(), wanted.kinds());
      }
      Kinds free = slice == null ? Kinds.NONE : slice.resources().kinds();
      Kinds named = Devices.named(Devices.settle(wanted.kinds(), free), free);
      slices.add(Slice.of(node, wanted.with(named), tasks).of(share.ownCpus() ? whole : null));
    }
    return new StepHolding(slices, share.kindsPerTask());
  }

  private static int cpus(@Nullable CoreRule rule, WholeCores whole, int tasks, int cpusPerTask) {
    CoreRule own = CoreRule.orNone(rule);
    long cpus = own.cpus(own.of(whole.threads()), tasks, cpusPerTask);
    return (int) Math.min(Integer.MAX_VALUE, cpus);
  }

  private static @Nullable Slice on(Allocation left, NodeName node) {
    for (Slice slice : left.slices()) {
      if (slice.node().equals(node)) {
        return slice;
      }
    }
    return null;
  }
}
