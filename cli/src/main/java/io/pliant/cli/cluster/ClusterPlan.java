package io.pliant.cli.cluster;

import io.pliant.cli.cluster.ClusterRecord.Controller;
import io.pliant.cli.cluster.ClusterRecord.Node;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.power.PowerLever;
import io.pliant.core.resource.Kinds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A new cluster on this host: its record and the text of each configuration file. Writes nothing.
 *
 * @param record the record, with no process started yet
 * @param files text of each configuration file
 */
record ClusterPlan(ClusterRecord record, Map<Path, String> files) {

  /**
   * Plans the cluster.
   *
   * @param sockets folder of the Unix domain sockets
   * @param addresses one for each controller
   * @param operator login name of the user who may act on all jobs and nodes
   */
  static ClusterPlan of(
      StateFolder folder,
      ClusterLayout layout,
      Path sockets,
      List<ControllerAddress> addresses,
      String operator) {
    String name = "pliant";
    Map<Path, String> files = new LinkedHashMap<>();
    files.put(
        folder.configFolder().resolve("cluster.conf"), common(folder, layout, name, operator));
    List<Controller> controllers = new ArrayList<>();
    List<String> members = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      Controller controller = controller(folder, sockets, i + 1, addresses.get(i));
      controllers.add(controller);
      members.add(addresses.get(i).member(controller.name()));
    }
    String seeds = quotedList(addresses.stream().map(ControllerAddress::seed).toList());
    for (int i = 0; i < addresses.size(); i++) {
      files.put(
          Path.of(controllers.get(i).config()),
          controllerText(folder, controllers.get(i), seeds, quotedList(members), addresses.get(i)));
    }
    String agents = quotedList(addresses.stream().map(ControllerAddress::agent).toList());
    List<Node> nodes = new ArrayList<>();
    for (String names : layout.nodeProcesses()) {
      Node node = node(folder, names);
      nodes.add(node);
      files.put(Path.of(node.config()), nodeText(layout, node, agents));
    }
    return new ClusterPlan(new ClusterRecord(name, layout, controllers, nodes), files);
  }

  /**
   * One more controller.
   *
   * @param member its place in the journal
   * @param text of its configuration file
   */
  record Addition(Controller controller, String member, String text) {}

  /**
   * Number of a controller that there never was: a name is never used again, also when the disk
   * with its journal is lost. The others remember where it was, and what it has voted.
   */
  static int nextNumber(StateFolder folder, ClusterRecord record, List<String> everywhere) {
    List<String> taken = new ArrayList<>(everywhere);
    record.controllers().forEach(c -> taken.add(c.name()));
    int number = 1;
    while (taken.contains("c" + number)
        || Files.exists(folder.journalFolder("c" + number))
        || Files.exists(configFile(folder, "c" + number))) {
      number++;
    }
    return number;
  }

  /**
   * Plans one more controller.
   *
   * @param number see {@link #nextNumber}
   */
  static Addition add(
      StateFolder folder,
      Path sockets,
      int number,
      ControllerLists lists,
      ControllerAddress address) {
    Controller controller = controller(folder, sockets, number, address);
    List<String> seeds = new ArrayList<>(lists.seeds());
    seeds.add(address.seed());
    List<String> members = new ArrayList<>(lists.members());
    String member = address.member(controller.name());
    members.add(member);
    return new Addition(
        controller,
        member,
        controllerText(folder, controller, quotedList(seeds), quotedList(members), address));
  }

  private static Controller controller(
      StateFolder folder, Path sockets, int number, ControllerAddress address) {
    String name = "c" + number;
    return new Controller(
        name,
        0,
        address.url(),
        sockets.resolve(name + ".sock").toString(),
        configFile(folder, name).toString(),
        folder.logFolder().resolve(name + ".log").toString());
  }

  private static Path configFile(StateFolder folder, String name) {
    return folder.configFolder().resolve(name + ".conf");
  }

  private static Node node(StateFolder folder, String names) {
    String name = names.indexOf('[') < 0 ? names : "emulated";
    return new Node(
        names,
        0,
        folder.nodeFolder(name).toString(),
        folder.configFolder().resolve(name + ".conf").toString(),
        folder.logFolder().resolve(name + ".log").toString());
  }

  private static String common(
      StateFolder folder, ClusterLayout layout, String name, String operator) {
    StringBuilder text = new StringBuilder();
    text.append(
        "# What all processes of this cluster share. Written once by 'pliant up'; edit it while"
            + " the\n");
    text.append("# cluster is down. All keys: docs/configuration.md\n\n");
    text.append("pliant.cluster-name = ").append(quoted(name)).append('\n');
    text.append("pliant.state-dir = ").append(quoted(folder.path().toString())).append('\n');
    text.append("pliant.controller.operators = ")
        .append(quotedList(List.of(operator)))
        .append('\n');
    text.append("pliant.partitions = [\n");
    for (int i = 0; i < layout.partitions().size(); i++) {
      PartitionText partition = PartitionText.parse(layout.partitions().get(i));
      text.append("  { name = ").append(quoted(partition.name()));
      text.append(", default = ").append(i == 0);
      text.append(", nodes = ").append(quoted(partition.nodes()));
      String policy = partition.policy();
      if (policy != null) {
        text.append(", policy = ").append(quoted(policy));
      }
      NodeWatts watts = partition.watts();
      if (watts != null) {
        text.append(
            ", power { idle-watts = %.0f, job-watts-min = %.0f, job-watts-max = %.0f%s }"
                .formatted(
                    watts.idleWatts(),
                    watts.assumed().low(),
                    watts.assumed().high(),
                    levers(watts)));
      }
      text.append(licences(partition.licences())).append(" }\n");
    }
    text.append("]\n");
    if (layout.totalNodes() > 1) {
      text.append(
          "# Several nodes share this host: what its meters tell is not the power of any.\n");
      text.append("pliant.node.power.sensor = \"none\"\n");
    }
    if (layout.nodeProcesses().size() > 1) {
      text.append("# Each of several agents would choose the same cpus.\n");
      text.append("pliant.node.confinement.cpus = \"none\"\n");
    }
    for (String setting : layout.settings()) {
      int equals = setting.indexOf('=');
      text.append("pliant.").append(setting, 0, equals).append(" = ");
      text.append(value(setting.substring(equals + 1))).append('\n');
    }
    return text.toString();
  }

  /**
   * A word, or a list in brackets with commas: {@code [gpu:a100:4,ssd:1]}. A list of blocks is as
   * in the file: {@code [{name = normal, priority = 5}]}.
   */
  private static String value(String text) {
    if (text.startsWith("[{") && text.endsWith("}]")) {
      return text;
    }
    return text.startsWith("[") && text.endsWith("]")
        ? quotedList(List.of(text.substring(1, text.length() - 1).split(",", -1)))
        : quoted(text);
  }

  private static String licences(Kinds licences) {
    return licences.isNone()
        ? ""
        : licences.amounts().entrySet().stream()
            .map(each -> "%s = %d".formatted(quoted(each.getKey()), each.getValue().count()))
            .collect(Collectors.joining(", ", ", licenses { ", " }"));
  }

  private static String levers(NodeWatts watts) {
    return watts.levers().isEmpty()
        ? ""
        : ", levers = "
            + quotedList(watts.levers().stream().sorted().map(PowerLever::word).toList());
  }

  private static String controllerText(
      StateFolder folder,
      Controller controller,
      String seeds,
      String members,
      ControllerAddress address) {
    String host = quoted(address.host());
    return """
    include "cluster.conf"

    pliant.controller {
      name = %s
      dir = %s
      cluster { host = %s, port = %d, seeds = %s }
      agents { host = %s, port = %d }
      http { host = %s, port = %d, socket = %s }
    }
    pliant.journal.raft { host = %s, port = %d, folder = %s, members = %s }
    """
        .formatted(
            quoted(controller.name()),
            quoted(folder.controllerFolder(controller.name()).toString()),
            host,
            address.cluster(),
            seeds,
            host,
            address.agents(),
            host,
            address.http(),
            quoted(String.valueOf(controller.socket())),
            host,
            address.journal(),
            quoted(folder.journalFolder(controller.name()).toString()),
            members);
  }

  private static String nodeText(ClusterLayout layout, Node node, String agents) {
    return """
    include "cluster.conf"

    pliant.node {
      names = %s
      dir = %s
      controllers = %s
      cpus = %d
      memory = %d
    }
    """
        .formatted(
            quoted(node.names()), quoted(node.dir()), agents, layout.cpus(), layout.memoryMb());
  }

  static String quotedList(List<String> values) {
    return "[" + String.join(", ", values.stream().map(ClusterPlan::quoted).toList()) + "]";
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
