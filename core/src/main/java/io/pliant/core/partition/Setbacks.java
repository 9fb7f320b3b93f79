package io.pliant.core.partition;

import io.pliant.core.node.NodeFault;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the last attempts of a job came to.
 *
 * @param inARow attempts in a row that came to nothing
 * @param notBefore time before which the next one is not to start, or null
 * @param holdReason why the job was held for them, or null
 * @param faults what nodes could not do for the last attempt
 */
public record Setbacks(
    int inARow, @Nullable Instant notBefore, @Nullable String holdReason, List<NodeFault> faults) {
  /** None. */
  public static final Setbacks NONE = new Setbacks(0, null, null, List.of());

  public Setbacks {
    faults = List.copyOf(faults);
  }
}
