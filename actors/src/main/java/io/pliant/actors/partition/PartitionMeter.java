package io.pliant.actors.partition;

import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Result;
import io.pliant.core.id.PartitionName;
import java.time.Duration;

/** Is told what a partition does as it happens, on the thread of its actor: to be quick. */
public interface PartitionMeter {
  /** Measures nothing. */
  PartitionMeter NONE =
      new PartitionMeter() {
        @Override
        public void planned(PartitionName partition, Duration took) {}

        @Override
        public void started(PartitionName partition, Duration waited) {}

        @Override
        public void resized(PartitionName partition, Kind kind, Result result, Duration took) {}
      };

  /** A scheduling round came to a plan. */
  void planned(PartitionName partition, Duration took);

  /** A job got its nodes, so long after its submission. */
  void started(PartitionName partition, Duration waited);

  /** A resize that began under this controller is over. */
  void resized(PartitionName partition, Kind kind, Result result, Duration took);
}
