package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One adaptation that is over, for people.
 *
 * @param number its number within the job
 * @param nodes nodes that came or went; empty unless it was committed
 * @param size the job's nodes afterwards
 * @param reason why it did not come through as intended, or empty
 * @param begun when it began
 * @param agreed when the program had agreed, or null when it was not asked or did not
 * @param armed when joining tasks stood ready and the others were told to stop, or null
 * @param opened when all tasks stood in the window, or null
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
    @Nullable Instant agreed,
    @Nullable Instant armed,
    @Nullable Instant opened,
    Instant ended) {
  public SizeChange {
    nodes = List.copyOf(nodes);
  }
}
