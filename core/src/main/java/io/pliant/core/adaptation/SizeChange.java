package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.List;

/**
 * One adaptation that is over, for people.
 *
 * @param number its number within the job
 * @param nodes nodes that came or went; empty unless it was committed
 * @param size the job's nodes afterwards
 * @param reason why it did not come through as intended, or empty
 * @param begun when it began
 * @param ended when its outcome was durable
 */
public record SizeChange(
    int number,
    Kind kind,
    Result result,
    List<NodeName> nodes,
    int size,
    String reason,
    Instant begun,
    Instant ended) {
  public SizeChange {
    nodes = List.copyOf(nodes);
  }
}
