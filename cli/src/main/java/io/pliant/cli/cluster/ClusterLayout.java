package io.pliant.cli.cluster;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How a cluster of one host is laid out.
 *
 * @param controllers number of controller processes, at least 1
 * @param nodes number of processes with one node each
 * @param emulated number of nodes that share one further process
 * @param cpus schedulable cpus of each node
 * @param memoryMb schedulable memory of each node in megabytes
 * @param partitions a {@link PartitionText} each; the first is the default
 * @param settings {@code key=value} each, below {@code pliant}, over the defaults
 */
public record ClusterLayout(
    int controllers,
    int nodes,
    int emulated,
    int cpus,
    int memoryMb,
    List<String> partitions,
    List<String> settings) {
  private static final int MAX_CONTROLLERS = 16;
  private static final int MAX_NODES = 64;
  private static final int MAX_EMULATED = 5_000;

  public ClusterLayout {
    partitions = List.copyOf(partitions);
    settings = List.copyOf(settings);
    check("--controllers", controllers, 1, MAX_CONTROLLERS);
    check("--nodes", nodes, 0, MAX_NODES);
    check("--emulate", emulated, 0, MAX_EMULATED);
    check("--cpus-per-node", cpus, 1, 65_536);
    check("--memory-per-node", memoryMb, 1, Integer.MAX_VALUE);
    if (nodes + emulated == 0) {
      throw CommandFailure.usage(
          "Expected at least one node, but --nodes and --emulate are both 0.");
    }
    partitions.forEach(PartitionText::check);
    settings.forEach(ClusterLayout::checkSetting);
  }

  /** Host lists of the node processes: one for each single node, one for all emulated ones. */
  public List<String> nodeProcesses() {
    List<String> processes = new ArrayList<>();
    IntStream.rangeClosed(1, nodes).forEach(i -> processes.add(name(i).value()));
    if (emulated > 0) {
      List<NodeName> names =
          IntStream.rangeClosed(nodes + 1, nodes + emulated).mapToObj(this::name).toList();
      processes.add(Hostlist.compress(names));
    }
    return processes;
  }

  public int totalNodes() {
    return nodes + emulated;
  }

  private NodeName name(int number) {
    int digits = Math.max(3, Integer.toString(totalNodes()).length());
    return new NodeName(("n%0" + digits + "d").formatted(number));
  }

  Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("controllers", controllers);
    tree.put("nodes", nodes);
    tree.put("emulated", emulated);
    tree.put("cpus", cpus);
    tree.put("memoryMb", memoryMb);
    tree.put("partitions", partitions);
    tree.put("settings", settings);
    return tree;
  }

  static ClusterLayout parse(Json tree) {
    return new ClusterLayout(
        (int) tree.get("controllers").number(),
        (int) tree.get("nodes").number(),
        (int) tree.get("emulated").number(),
        (int) tree.get("cpus").number(),
        (int) tree.get("memoryMb").number(),
        tree.get("partitions").list().stream().map(Json::raw).toList(),
        tree.get("settings").list().stream().map(Json::raw).toList());
  }

  private static void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw CommandFailure.usage(
          "Expected %s between %d and %d, but got %d.".formatted(option, least, most, value));
    }
  }

  private static void checkSetting(String setting) {
    if (!setting.matches("[a-z][a-z0-9.-]*=.*")) {
      throw CommandFailure.usage(
          "Expected --set as key=value, for example timing.node-timeout=5s, but got '%s'."
              .formatted(setting));
    }
  }

  /** The same with another number of controllers. */
  ClusterLayout withControllers(int count) {
    return new ClusterLayout(count, nodes, emulated, cpus, memoryMb, partitions, settings);
  }
}
