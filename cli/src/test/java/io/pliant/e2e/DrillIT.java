package io.pliant.e2e;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form of {@code pliant drill}: each kind of fault that this host can do, once. Jobs are
 * submitted for about as long as faults are made.
 */
final class DrillIT {
  @TempDir Path cluster;
  @TempDir Path work;

  @Test
  void shouldLoseNothingAndStartNothingTwiceWhateverBreaks() {
    PliantCommand pliant = PliantCommand.of(PliantCommand.root(), cluster, work);

    pliant.drill("--rate", "1.5", "--jobs", "600").expectSuccess();
  }
}
