package io.pliant.core.sighting;

import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.PartitionState;
import java.time.Instant;

/**
 * All that a partition has seen and that is not durable: nodes, meters, programs, and what it knows
 * of power. What it has decided is in its state; energy that is to be written down is in the tally.
 */
public record PartitionSightings(
    NodeSightings nodes, MeterSightings meters, ProgramSightings programs, PowerSightings power) {
  /** Nothing was seen yet. */
  public static PartitionSightings begun(Instant now) {
    return new PartitionSightings(
        NodeSightings.begun(now), MeterSightings.NONE, ProgramSightings.NONE, PowerSightings.NONE);
  }

  /** A node's agent is connected. */
  public PartitionSightings nodeSeen(NodeName node, NodeDescription description, Instant now) {
    return with(nodes.seen(node, description, now));
  }

  /** A node's meter told something. */
  public PartitionSightings powerSeen(NodeName node, PowerReport report, Instant now) {
    return new PartitionSightings(nodes, meters.seen(node, report, now), programs, power);
  }

  /** A program was measured. */
  public PartitionSightings measured(
      PartitionState state, AttemptId attempt, ProgramSightings.Measure value) {
    return new PartitionSightings(nodes, meters, programs.measured(state, attempt, value), power);
  }

  /** With what came of a look at the nodes. */
  public PartitionSightings with(NodeSightings seen) {
    return new PartitionSightings(seen, meters, programs, power);
  }

  /** With what is known of power now. */
  public PartitionSightings with(PowerSightings known) {
    return new PartitionSightings(nodes, meters, programs, known);
  }
}
