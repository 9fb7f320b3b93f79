package io.pliant.cli.cluster;

import io.pliant.api.NodeEntry;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Endpoint;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.http.TlsTrust;
import io.pliant.cli.invocation.CommandFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Waits until a cluster of this host takes jobs: every controller ready, every node in service. */
public final class Readiness {
  private static final long PAUSE_MILLIS = 50;

  private final LocalCluster cluster;
  private final Duration patience;
  private final Consumer<Progress> watcher;
  private final TreeMap<String, String> unready = new TreeMap<>();

  /**
   * @param patience how long to wait before it counts as failed
   * @param watcher is told each time something changed
   */
  public Readiness(LocalCluster cluster, Duration patience, Consumer<Progress> watcher) {
    this.cluster = cluster;
    this.patience = patience;
    this.watcher = watcher;
  }

  /** How far it has come. */
  public record Progress(int controllers, int controllersTotal, int nodes, int nodesTotal) {
    boolean complete() {
      return controllers == controllersTotal && nodes == nodesTotal;
    }
  }

  /** Returns when all is ready; fails when a process ends or the patience does. */
  public void await() {
    long end = System.nanoTime() + patience.toNanos();
    Progress last = new Progress(-1, 0, 0, 0);
    while (true) {
      Progress now = look();
      if (!now.equals(last)) {
        watcher.accept(now);
        last = now;
      }
      if (now.complete()) {
        return;
      }
      String dead = cluster.firstDead();
      if (!dead.isEmpty()) {
        throw CommandFailure.operational("Expected the cluster to start, but " + dead);
      }
      if (System.nanoTime() > end) {
        throw CommandFailure.operational(
            "Expected the cluster to be ready within %d s, but %d of %d controllers and %d of %d nodes are%s. See the logs next to %s."
                .formatted(
                    patience.toSeconds(),
                    now.controllers(),
                    now.controllersTotal(),
                    now.nodes(),
                    now.nodesTotal(),
                    said(),
                    cluster.record().controllers().getFirst().log()));
      }
      pause();
    }
  }

  private Progress look() {
    List<ClusterRecord.Controller> controllers = cluster.record().controllers();
    int ready = 0;
    for (ClusterRecord.Controller controller : controllers) {
      if (answers(controller)) {
        ready++;
      }
    }
    int nodes = ready == controllers.size() ? nodesUp(controllers.getFirst()) : 0;
    return new Progress(ready, controllers.size(), nodes, cluster.record().layout().totalNodes());
  }

  private boolean answers(ClusterRecord.Controller controller) {
    try {
      client(controller).text(Request.get("/readyz"));
      unready.remove(controller.name());
      return true;
    } catch (ApiRefusal | CommandFailure e) {
      unready.put(controller.name(), String.valueOf(e.getMessage()).strip());
      return false;
    }
  }

  /** What each controller that is not ready has answered last, in a clause, or empty. */
  private String said() {
    return unready.isEmpty()
        ? ""
        : unready.entrySet().stream()
            .map(each -> "%s says: %s".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining("; ", " (", ")"));
  }

  private static int nodesUp(ClusterRecord.Controller controller) {
    try {
      int up = 0;
      String body = client(controller).text(Request.get(Target.of("nodes").toString()));
      for (NodeEntry node : Answers.exactList(body, NodeEntry.class)) {
        if (!node.state().equals("down")) {
          up++;
        }
      }
      return up;
    } catch (ApiRefusal | CommandFailure e) {
      return 0;
    }
  }

  private static Controllers client(ClusterRecord.Controller controller) {
    String socket = controller.socket();
    Endpoint endpoint =
        socket == null
            ? Endpoint.parse(controller.http(), TlsTrust.named(null))
            : new Endpoint.Unix(Path.of(socket));
    return Controllers.of(List.of(endpoint), null, () -> false, note -> {});
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational("Interrupted.");
    }
  }
}
