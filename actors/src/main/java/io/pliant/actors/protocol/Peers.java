package io.pliant.actors.protocol;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;

/**
 * How entities reach each other, wherever they live: at most once, so senders repeat themselves.
 */
public interface Peers {
  void tell(JobId job, JobCommand command);

  void tell(JobId job, ApplicationCommand command);

  void tell(PartitionName partition, PartitionCommand command);

  void tell(NodeName node, NodeCommand command);

  /** To the power corridor, of which there is one. */
  void tell(CorridorCommand command);
}
