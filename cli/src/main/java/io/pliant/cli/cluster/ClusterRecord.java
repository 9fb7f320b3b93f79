package io.pliant.cli.cluster;

import io.pliant.cli.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code DIR/cluster.json} says: the processes of a cluster of this host, and how to reach
 * them.
 *
 * @param clusterName name of the Pekko cluster
 * @param layout how it was asked for, to tell a repeated {@code up} from a different one
 * @param controllers in the order of their numbers
 * @param nodes node processes; one may carry many emulated nodes
 */
public record ClusterRecord(
    String clusterName, ClusterLayout layout, List<Controller> controllers, List<Node> nodes) {
  public ClusterRecord {
    controllers = List.copyOf(controllers);
    nodes = List.copyOf(nodes);
  }

  /**
   * One controller process.
   *
   * @param pid process id when it was last started, or 0
   * @param http address of its TCP port
   * @param socket path of its Unix domain socket
   */
  public record Controller(
      String name, long pid, String http, @Nullable String socket, String config, String log) {
    Controller withPid(long newPid) {
      return new Controller(name, newPid, http, socket, config, log);
    }
  }

  /**
   * One node process.
   *
   * @param names host list of the nodes it carries
   */
  public record Node(String names, long pid, String dir, String config, String log) {
    Node withPid(long newPid) {
      return new Node(names, newPid, dir, config, log);
    }
  }

  /** Reads the text of {@code cluster.json}; throws IllegalArgumentException when it is damaged. */
  public static ClusterRecord parse(String text) {
    Json root = Json.parse(text);
    List<Controller> controllers = new ArrayList<>();
    for (Json c : root.get("controllers").list()) {
      controllers.add(
          new Controller(
              c.get("name").raw(),
              c.get("pid").number(),
              c.get("http").raw(),
              c.get("socket").isNull() ? null : c.get("socket").raw(),
              c.get("config").raw(),
              c.get("log").raw()));
    }
    List<Node> nodes = new ArrayList<>();
    for (Json n : root.get("nodes").list()) {
      nodes.add(
          new Node(
              n.get("names").raw(),
              n.get("pid").number(),
              n.get("dir").raw(),
              n.get("config").raw(),
              n.get("log").raw()));
    }
    if (controllers.isEmpty()) {
      throw new IllegalArgumentException("Expected at least one controller, but it names none.");
    }
    return new ClusterRecord(
        root.get("clusterName").raw(), ClusterLayout.parse(root.get("layout")), controllers, nodes);
  }

  /** The text of {@code cluster.json}. */
  public String toJson() {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("clusterName", clusterName);
    root.put("layout", layout.toTree());
    root.put("controllers", controllers.stream().map(ClusterRecord::tree).toList());
    root.put("nodes", nodes.stream().map(ClusterRecord::tree).toList());
    return Json.writePretty(root);
  }

  private static Map<String, Object> tree(Controller controller) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", controller.name());
    tree.put("pid", controller.pid());
    tree.put("http", controller.http());
    if (controller.socket() != null) {
      tree.put("socket", controller.socket());
    }
    tree.put("config", controller.config());
    tree.put("log", controller.log());
    return tree;
  }

  private static Map<String, Object> tree(Node node) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("names", node.names());
    tree.put("pid", node.pid());
    tree.put("dir", node.dir());
    tree.put("config", node.config());
    tree.put("log", node.log());
    return tree;
  }
}
