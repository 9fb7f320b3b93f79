package io.pliant.cli.cluster;

import io.pliant.cli.CommandFailure;
import io.pliant.cli.json.Json;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.policy.Policies;
import io.pliant.core.policy.SchedulingPolicy;
import io.pliant.core.power.Watts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a cluster of one host is laid out.
 *
 * @param controllers number of controller processes, at least 1
 * @param nodes number of processes with one node each
 * @param emulated number of nodes that share one further process
 * @param cpus schedulable cpus of each node
 * @param memoryMb schedulable memory of each node in megabytes
 * @param partitions {@code name:host list}, {@code name:host list:policy} or {@code name:host
 *     list:policy:idle/min-max} with watts of a node each; the first is the default
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
  private static final Pattern WATTS = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})-([0-9]{1,6})");
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
    partitions.forEach(ClusterLayout::checkPartition);
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

  /** Name before the colon of a {@code --partition} value. */
  static String partitionName(String partition) {
    int colon = partition.indexOf(':');
    return colon < 0 ? partition : partition.substring(0, colon);
  }

  /** Host list after the colon of a {@code --partition} value; all nodes when there is none. */
  static String partitionNodes(String partition) {
    String[] parts = partition.split(":", 4);
    return parts.length < 2 ? "*" : parts[1];
  }

  /** The policy that the text names, or null for the usual one. */
  static @Nullable String partitionPolicy(String partition) {
    String[] parts = partition.split(":", 4);
    return parts.length < 3 ? null : parts[2];
  }

  /**
   * The watts of a node, idle and under a job, that the text names; null when it names none. Throws
   * IllegalArgumentException when they are none.
   */
  static @Nullable NodeWatts partitionWatts(String partition) {
    String[] parts = partition.split(":", 4);
    if (parts.length < 4) {
      return null;
    }
    Matcher watts = WATTS.matcher(parts[3]);
    if (!watts.matches()) {
      throw new IllegalArgumentException(
          "Expected watts of a node as idle/min-max, for example 71/150-250, but got '%s'."
              .formatted(parts[3]));
    }
    return new NodeWatts(
        Integer.parseInt(watts.group(1)),
        Watts.declared(Integer.parseInt(watts.group(2)), Integer.parseInt(watts.group(3))));
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
        tree.get("partitions").list().stream().map(Json::text).toList(),
        tree.get("settings").list().stream().map(Json::text).toList());
  }

  private static void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw CommandFailure.usage(
          "Expected %s between %d and %d, but got %d.".formatted(option, least, most, value));
    }
  }

  private static void checkPartition(String partition) {
    try {
      PartitionName unused = new PartitionName(partitionName(partition));
      if (!partitionNodes(partition).equals("*")) {
        List<NodeName> nodes = Hostlist.expand(partitionNodes(partition));
        if (nodes.isEmpty()) {
          throw new IllegalArgumentException("partition " + unused + " names no node");
        }
      }
      String policy = partitionPolicy(partition);
      if (policy != null) {
        SchedulingPolicy known = Policies.named(policy);
        if (Policies.needsCorridor(known.name()) && partitionWatts(partition) == null) {
          throw new IllegalArgumentException(
              "policy %s needs the watts of a node, as in name:nodes:%s:71/150-250"
                  .formatted(policy, policy));
        }
      }
      NodeWatts watts = partitionWatts(partition);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(
          "Expected --partition as name:nodes, name:nodes:policy or name:nodes:policy:idle/min-max, for example gpu:n[001-004], but got '%s': %s"
              .formatted(partition, e.getMessage()));
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
