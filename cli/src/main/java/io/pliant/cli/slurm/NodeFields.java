package io.pliant.cli.slurm;

import static io.pliant.core.format.Field.named;
import static io.pliant.core.format.Field.of;

import io.pliant.api.NodeEntry;
import io.pliant.core.format.Field;
import io.pliant.core.format.TimeText;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** What {@code sinfo --format} and {@code sinfo --Format} can tell, in Slurm's words. */
final class NodeFields {
  private NodeFields() {}

  /**
   * All fields.
   *
   * @param cluster name of the cluster
   */
  static List<Field<NodeGroup>> all(String cluster) {
    List<Field<NodeGroup>> all = new ArrayList<>(counts());
    all.addAll(numbers());
    all.addAll(ofPartition(cluster));
    all.addAll(ofNode());
    return List.copyOf(all);
  }

  /** True for what is counted over the nodes of a line: nodes that differ in it share the line. */
  static boolean isCount(Field<NodeGroup> field, boolean exact) {
    return isOneOf(field, counts()) || !exact && isOneOf(field, numbers());
  }

  private static boolean isOneOf(Field<NodeGroup> field, List<Field<NodeGroup>> fields) {
    return fields.stream()
        .anyMatch(one -> one.letter() == field.letter() && one.names().equals(field.names()));
  }

  private static List<Field<NodeGroup>> counts() {
    return List.of(
        of('D', "NODES", group -> Integer.toString(group.nodes().size()), "nodes"),
        of('N', "NODELIST", NodeGroup::list, "nodelist"),
        of('A', "NODES(A/I)", group -> group.busy() + "/" + group.idle(), "nodeai"),
        of('F', "NODES(A/I/O/T)", NodeFields::byState, "nodeaiot"),
        of('C', "CPUS(A/I/O/T)", NodeGroup::cpus, "cpusstate"));
  }

  private static String byState(NodeGroup group) {
    return "%d/%d/%d/%d".formatted(group.busy(), group.idle(), group.other(), group.nodes().size());
  }

  private static List<Field<NodeGroup>> numbers() {
    return List.of(
        of('c', "CPUS", group -> group.least(NodeEntry::cpus), "cpus"),
        of('m', "MEMORY", group -> group.least(NodeEntry::memoryMb), "memory"),
        of('d', "TMP_DISK", group -> group.least(NodeFields::tmpMb), "disk"),
        of(
            'w',
            "WEIGHT",
            group -> group.least(node -> NodeTraits.orNone(node.traits()).weight()),
            "weight"),
        of('X', "SOCKETS", group -> least(group, Topology::sockets), "sockets"),
        of('Y', "CORES", group -> least(group, Topology::coresPerSocket), "cores"),
        of('Z', "THREADS", group -> least(group, Topology::threadsPerCore), "threads"),
        of('z', "S:C:T", NodeFields::topology, "socketcorethread"),
        named("ALLOCMEM", group -> group.least(NodeEntry::allocatedMemoryMb), "allocmem"),
        of('e', "FREE_MEM", _ -> "N/A", "freemem"),
        of('O', "CPU_LOAD", _ -> "N/A", "cpusload"));
  }

  private static String topology(NodeGroup group) {
    return least(group, Topology::sockets)
        + ":"
        + least(group, Topology::coresPerSocket)
        + ":"
        + least(group, Topology::threadsPerCore);
  }

  private static String least(NodeGroup group, ToIntFunction<Topology> part) {
    return group.least(node -> part.applyAsInt(NodeTopology.of(node)));
  }

  private static List<Field<NodeGroup>> ofPartition(String cluster) {
    return List.of(
        of('P', "PARTITION", NodeFields::marked, "partition"),
        of('R', "PARTITION", group -> group.partition().partition().value(), "partitionname"),
        of('a', "AVAIL", _ -> "up", "available"),
        of('l', "TIMELIMIT", NodeFields::limit, "time"),
        of('L', "DEFAULTTIME", NodeFields::usualLimit, "defaulttime"),
        of('s', "JOB_SIZE", _ -> "1-infinite", "size"),
        of('r', "ROOT", _ -> "no", "root"),
        of('h', "OVERSUBSCRIBE", _ -> "NO", "oversubscribe"),
        of('g', "GROUPS", _ -> "all", "groups"),
        of('S', "ALLOCNODES", _ -> "all", "allocnodes"),
        of('p', "PRIO_TIER", _ -> "1", "prioritytier"),
        of('I', "PRIO_JOB_FACTOR", _ -> "1", "priorityjobfactor"),
        of('M', "PREEMPT_MODE", _ -> "OFF", "preemptmode"),
        of('B', "MAX_CPUS_PER_NODE", _ -> "UNLIMITED", "maxcpuspernode"),
        of('V', "CLUSTER", _ -> cluster, "cluster"));
  }

  private static String marked(NodeGroup group) {
    return group.partition().partition() + (group.partition().isDefault() ? "*" : "");
  }

  private static String limit(NodeGroup group) {
    return TimeText.limit(group.partition().maxTimeSeconds());
  }

  private static String usualLimit(NodeGroup group) {
    long seconds = group.partition().defaultTimeSeconds();
    return seconds == 0 ? "n/a" : TimeText.compact(Duration.ofSeconds(seconds));
  }

  private static List<Field<NodeGroup>> ofNode() {
    return List.of(
        of('n', "HOSTNAMES", group -> group.first("", node -> node.node().value()), "nodehost"),
        of('o', "NODE_ADDR", group -> group.first("", NodeFields::address), "nodeaddr"),
        of('t', "STATE", NodeFields::compactState, "statecompact"),
        of('T', "STATE", group -> group.first("n/a", NodeEntry::state), "statelong"),
        named(
            "STATECOMPLETE", group -> group.first("n/a", NodeFields::wholeState), "statecomplete"),
        of('E', "REASON", group -> group.first("none", NodeFields::reason), "reason"),
        of('f', "AVAIL_FEATURES", group -> group.first("(null)", NodeFields::features), "features"),
        of(
            'b',
            "ACTIVE_FEATURES",
            group -> group.first("(null)", NodeFields::features),
            "features_act"),
        of('G', "GRES", group -> group.first("(null)", NodeFields::devices), "gres"),
        named("GRES_USED", group -> group.first("(null)", NodeFields::usedDevices), "gresused"),
        of('v', "VERSION", group -> group.first("", NodeFields::version), "version"),
        of('u', "USER", _ -> "Unknown", "user"),
        of('U', "USER", _ -> "Unknown", "userlong"),
        of('H', "TIMESTAMP", _ -> "Unknown", "timestamp"));
  }

  private static String compactState(NodeGroup group) {
    return group.first("n/a", node -> NodeStates.compact(node.state()));
  }

  private static String wholeState(NodeEntry node) {
    return NodeStates.full(node).toLowerCase(Locale.ROOT);
  }

  private static String address(NodeEntry node) {
    NodeDescription description = node.description();
    return description == null ? node.node().value() : description.host();
  }

  private static String version(NodeEntry node) {
    NodeDescription description = node.description();
    return description == null ? "" : description.version();
  }

  private static String reason(NodeEntry node) {
    return node.reason().isEmpty() ? "none" : node.reason();
  }

  private static int tmpMb(NodeEntry node) {
    return NodeTraits.orNone(node.traits()).tmpMb();
  }

  private static String features(NodeEntry node) {
    String features = String.join(",", Features.orNone(node.features()).names());
    return features.isEmpty() ? "(null)" : features;
  }

  private static String devices(NodeEntry node) {
    return GresText.of(Kinds.orNone(node.devices()));
  }

  private static String usedDevices(NodeEntry node) {
    return GresText.used(Kinds.orNone(node.devices()), Kinds.orNone(node.allocatedDevices()));
  }
}
