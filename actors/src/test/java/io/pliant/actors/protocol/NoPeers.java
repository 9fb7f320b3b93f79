package io.pliant.actors.protocol;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;

/** Nobody is to be told anything; a test overrides what it expects. */
public abstract class NoPeers implements Peers {
  @Override
  public void tell(JobId job, JobCommand command) {
    throw unexpected("a job", command);
  }

  @Override
  public void tell(JobId job, ApplicationCommand command) {
    throw unexpected("a program", command);
  }

  @Override
  public void tell(PartitionName partition, PartitionCommand command) {
    throw unexpected("a partition", command);
  }

  @Override
  public void tell(NodeName node, NodeCommand command) {
    throw unexpected("a node", command);
  }

  @Override
  public void tell(CorridorCommand command) {
    throw unexpected("the power corridor", command);
  }

  private static AssertionError unexpected(String whom, WireMessage command) {
    return new AssertionError("Expected no message to " + whom + ", but got " + command);
  }
}
