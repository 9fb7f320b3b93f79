package io.pliant.cli.slurm;

import io.pliant.api.NodeEntry;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Topology;

/** Of what the cpus of a node are made, as lists show it. */
final class NodeTopology {
  private NodeTopology() {}

  /** What it tells; one socket of cores where it tells nothing. */
  static Topology of(NodeEntry node) {
    return Topology.orFlat(NodeTraits.orNone(node.traits()).topology(), node.cpus());
  }
}
