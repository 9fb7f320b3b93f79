package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import java.util.List;

/**
 * What the ledger must know of how a resize ended.
 *
 * @param ledger its number in the ledger
 * @param slices with a committed expansion the nodes that came, with a shrink those that go
 * @param forced the tasks on the nodes that go are to be ended
 */
public record LedgerEnd(
    int attempt, long ledger, Result result, List<Slice> slices, boolean forced) {
  public LedgerEnd {
    slices = List.copyOf(slices);
  }

  public List<NodeName> nodes() {
    return slices.stream().map(Slice::node).toList();
  }
}
