package io.pliant.cli.slurm;

import io.pliant.api.NodeEntry;
import java.util.Locale;

/** States of nodes in Slurm's words. */
final class NodeStates {
  private NodeStates() {}

  /** As {@code sinfo %t} writes it. */
  static String compact(String state) {
    return switch (state) {
      case "allocated" -> "alloc";
      case "mixed" -> "mix";
      case "reserved" -> "resv";
      case "drained" -> "drain";
      case "draining" -> "drng";
      default -> state;
    };
  }

  /** As {@code scontrol show node} writes it. */
  static String full(NodeEntry node) {
    return switch (node.state()) {
      case "reserved" -> "IDLE+RESERVED";
      case "drained" -> "IDLE+DRAIN";
      case "draining" -> (node.allocatedCpus() < node.cpus() ? "MIXED" : "ALLOCATED") + "+DRAIN";
      default -> node.state().toUpperCase(Locale.ROOT);
    };
  }
}
