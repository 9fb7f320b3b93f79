package io.pliant.actors.partition;

import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.PartitionState;
import org.apache.pekko.persistence.typed.SnapshotAdapter;

/** How a ledger is written down as a whole, and read again. */
final class LedgerSnapshots implements SnapshotAdapter<PartitionState> {
  @Override
  public Object toJournal(PartitionState state) {
    return PartitionSnapshot.of(state);
  }

  @Override
  public PartitionState fromJournal(Object stored) {
    return ((PartitionSnapshot) stored).toState();
  }
}
