package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of size that the partition has entered into its ledger and wants the program to make.
 *
 * @param ledger its number in the ledger, rising within an attempt, from 1
 * @param kind not LOSS
 * @param slices the nodes that are held for the job, or those that are to leave
 * @param mandatory the program cannot refuse
 * @param request the program's request that it answers, or null
 */
public record Resize(
    long ledger, Kind kind, List<Slice> slices, boolean mandatory, @Nullable String request) {
  public Resize {
    slices = List.copyOf(slices);
    if (kind == Kind.LOSS || slices.isEmpty() || ledger < 1) {
      throw new IllegalArgumentException(
          "Expected number >= 1, at least one node and no loss, but got %d, %s, %s."
              .formatted(ledger, slices, kind));
    }
  }

  public List<NodeName> nodes() {
    return slices.stream().map(Slice::node).toList();
  }
}
