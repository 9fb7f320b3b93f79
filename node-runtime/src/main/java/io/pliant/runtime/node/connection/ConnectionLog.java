package io.pliant.runtime.node.connection;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.ControllerMessage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What a node's connection writes into the log: what is wrong once, not at each attempt. Not
 * thread-safe.
 */
final class ConnectionLog {
  private final Logger log;
  private final NodeName node;
  private final Supplier<String> controller;
  private String lastTrouble = "";

  /**
   * A log without a line.
   *
   * @param controller the address that was dialled last
   */
  ConnectionLog(Logger log, NodeName node, Supplier<String> controller) {
    this.log = log;
    this.node = node;
    this.controller = controller;
  }

  /** The node is taken. What is wrong after that is news. */
  void welcomed(ControllerMessage.Welcome message, boolean first) {
    lastTrouble = "";
    if (first) {
      log.info(
          "Node {} is with controller {} at {}, partition {}",
          node,
          message.controller(),
          controller.get(),
          message.partition());
    }
  }

  /** The node leaves a controller by itself. */
  void leaves(String why) {
    log.debug("Node {} leaves {}: {}", node, controller.get(), why);
  }

  /** The connection has ended. */
  void closed(@Nullable Throwable cause) {
    trouble(reason(cause));
  }

  /** Something is wrong. */
  void trouble(String what) {
    if (!what.equals(lastTrouble)) {
      lastTrouble = what;
      log.warn("Node {} at controller {}: {}", node, controller.get(), what);
    }
  }

  private static String reason(@Nullable Throwable cause) {
    if (cause == null) {
      return "closed by the controller";
    }
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}
