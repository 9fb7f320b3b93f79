package io.pliant.sim.suite;

import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.WaitingJob;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Gives the first nodes to everybody. */
final class GreedyPolicy implements SchedulingPolicy {
  @Override
  public String name() {
    return "easy";
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Plan plan(ClusterView view, Trigger trigger) {
    List<Decision> decisions = new ArrayList<>();
    for (WaitingJob job : view.waiting()) {
      List<Slice> slices = new ArrayList<>();
      for (NodeView node : view.nodes().subList(0, job.resources().minNodes())) {
        slices.add(Slice.of(node.name(), node.capacity().resources(), 1));
      }
      decisions.add(new Decision.Start(job.job(), new Allocation(slices)));
    }
    return new Plan(view.version(), name(), decisions, new TreeMap<>());
  }
}
