package io.pliant.core.partition;

import java.util.List;

/**
 * What {@link PartitionLifecycle#decide} returns.
 *
 * @param events facts to be made durable before the reply is given
 */
public record PartitionOutcome(List<PartitionEvent> events, PartitionReply reply) {
  public PartitionOutcome {
    events = List.copyOf(events);
  }

  static PartitionOutcome of(PartitionReply reply, PartitionEvent... events) {
    return new PartitionOutcome(List.of(events), reply);
  }
}
