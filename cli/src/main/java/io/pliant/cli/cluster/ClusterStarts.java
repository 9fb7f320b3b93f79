package io.pliant.cli.cluster;

import io.pliant.cli.cluster.ClusterRecord.Controller;
import io.pliant.cli.cluster.ClusterRecord.Node;
import io.pliant.cli.invocation.CommandFailure;
import java.nio.file.Path;

/** Starts the processes of a cluster, each with its identity. */
record ClusterStarts(StateFolder folder, Launcher launcher, Identities identities) {
  /** Starts the agent of a node. */
  Node start(Node node) {
    identities.provide(node);
    return node.withPid(
        launcher.start("node", node.names(), Path.of(node.config()), Path.of(node.log())));
  }

  /** Starts a controller, unless another process has its port. */
  Controller start(Controller controller) {
    requireFreePort(controller);
    identities.provide(controller);
    return controller.withPid(
        launcher.start(
            "controller",
            controller.name(),
            Path.of(controller.config()),
            Path.of(controller.log())));
  }

  private void requireFreePort(Controller controller) {
    int port =
        Integer.parseInt(controller.http().substring(controller.http().lastIndexOf(':') + 1));
    if (!Ports.isFree(port)) {
      throw CommandFailure.operational(
          "Expected port %d to be free for controller %s, but another process listens on it. End that process (ss -ltnp 'sport = %d'), or change the port in %s and in %s."
              .formatted(port, controller.name(), port, controller.config(), folder.clusterFile()));
    }
  }
}
