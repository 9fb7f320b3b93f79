package io.pliant.core.placement;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether a partition could ever hold a request, with all its nodes up and no other job on them.
 */
public final class Feasibility {
  private Feasibility() {}

  /**
   * Why the request can never be satisfied, in a sentence with the numbers, or null when it can.
   *
   * @param nodes all nodes of the partition, whatever their state
   */
  public static @Nullable String refuse(
      PartitionName partition, ResourceRequest request, SortedMap<NodeName, NodeCapacity> nodes) {
    if (request.isPack()) {
      return PackFeasibility.refuse(partition, request, nodes);
    }
    NodeChoice choice = request.choice();
    if (choice == null) {
      return refuse(partition, request, nodes.values());
    }
    String unknown = ChoiceCheck.refuse(partition, choice, nodes);
    if (unknown != null) {
      return unknown;
    }
    Collection<NodeCapacity> allowed = ChoiceCheck.allowed(choice, nodes);
    String why = refuse(partition, request, allowed);
    if (why == null && choice.joint()) {
      return ChoiceCheck.refuseTogether(partition, request, nodes);
    }
    return why == null
        ? null
        : "%s Of its %s it may have %d (--constraint, --nodelist, --exclude, --tmp, -B, --reservation)."
            .formatted(why, count(nodes.size(), "node"), allowed.size());
  }

  /** How many of those nodes that it may have hold how many of its tasks, when they are empty. */
  public static FitTable table(ResourceRequest request, SortedMap<NodeName, NodeCapacity> nodes) {
    NodeChoice choice = request.choice();
    return table(request, choice == null ? nodes.values() : ChoiceCheck.allowed(choice, nodes));
  }

  private static FitTable table(ResourceRequest request, Collection<NodeCapacity> nodes) {
    TaskShape shape = TaskShape.of(request);
    return FitTable.of(nodes.stream().mapToInt(shape::tasksOn).toArray());
  }

  /**
   * The same of a request for any of these nodes.
   *
   * @param nodes capacities of all nodes that it may have
   */
  public static @Nullable String refuse(
      PartitionName partition, ResourceRequest request, Collection<NodeCapacity> nodes) {
    if (request.minNodes() > nodes.size()) {
      return "It asks for %s, but partition %s has %d."
          .formatted(count(request.minNodes(), "node"), partition, nodes.size());
    }
    if (request.tasks() < request.minNodes()) {
      return "It asks for %s but only %s; each node needs at least one task."
          .formatted(count(request.minNodes(), "node"), count(request.tasks(), "task"));
    }
    String tooLarge = refuseTask(partition, request, nodes);
    return tooLarge != null ? tooLarge : refuseCounts(partition, request, nodes);
  }

  private static @Nullable String refuseTask(
      PartitionName partition, ResourceRequest request, Collection<NodeCapacity> nodes) {
    Resources most = Resources.NONE;
    for (NodeCapacity node : nodes) {
      most = most.most(node.resources());
    }
    Resources least = request.onNodeWith(1);
    String missing = most.firstMissing(least);
    if (missing == null) {
      return null;
    }
    int wanted = least.count(missing);
    int there = most.count(missing);
    return switch (missing) {
      case Resources.CPUS ->
          "It asks for %s %s, but the largest node of partition %s has %d."
              .formatted(
                  count(wanted, "cpu"),
                  wanted > request.cpusPerTask() ? "on each node" : "for each task",
                  partition,
                  there);
      case Resources.MEMORY ->
          "It asks for %d MB of memory on each node, but the largest node of partition %s has %d MB."
              .formatted(wanted, partition, there);
      default ->
          "It asks for %d %s on each node, but partition %s has at most %d on one.%s"
              .formatted(wanted, missing, partition, there, there > 0 ? "" : thereIs(most.kinds()));
    };
  }

  private static String thereIs(Kinds most) {
    return most.isNone()
        ? " Its nodes declare no devices (pliant.node.devices)."
        : " Its nodes have at most %s.".formatted(Devices.withoutFamilies(most).text());
  }

  private static @Nullable String refuseCounts(
      PartitionName partition, ResourceRequest request, Collection<NodeCapacity> nodes) {
    FitTable table = table(request, nodes);
    if (table.holds(request)) {
      return null;
    }
    Kinds kinds = Kinds.orNone(request.kindsForATask());
    if (table.nodes() < request.minNodes()) {
      return "It asks for %s with %s and %d MB of memory%s each, but partition %s has %d of that size."
          .formatted(
              count(request.minNodes(), "node"),
              count(request.onNodeWith(1).cpus(), "cpu"),
              request.onNodeWith(1).memoryMb(),
              kinds.isNone() ? "" : " and " + kinds.text(),
              partition,
              table.nodes());
    }
    int usable = Math.min(request.maxNodes(), table.nodes());
    return "It asks for %s of %s each, but the %s that it may use of partition %s hold %d.%s"
        .formatted(
            count(request.tasks(), "task"),
            count(request.cpusPerTask(), "cpu"),
            count(usable, "node"),
            partition,
            table.tasksOnRoomiest(usable),
            laidOut(request));
  }

  /** What of the options on cores keeps tasks out, and what to do about it. */
  private static String laidOut(ResourceRequest request) {
    CoreRule rule = CoreRule.orNone(request.cores());
    List<String> said = new ArrayList<>();
    if (rule.threads() > 0) {
      said.add("--threads-per-core=%d (or -B or a --hint)".formatted(rule.threads()));
    }
    if (rule.tasksOnCore() > 0) {
      said.add("--ntasks-per-core=" + rule.tasksOnCore());
    }
    if (rule.tasksOnSocket() > 0) {
      said.add("--ntasks-per-socket=" + rule.tasksOnSocket());
    }
    return said.isEmpty()
        ? ""
        : " With %s a node may hold fewer tasks than its cpus do: ask for fewer tasks or more nodes, or leave it out."
            .formatted(String.join(", ", said));
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
