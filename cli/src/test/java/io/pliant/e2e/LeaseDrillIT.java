package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form of {@code pliant drill leases}: a controller dies while nodes are collected, all
 * while the job runs, and a lender while a running job grows.
 */
final class LeaseDrillIT {
  @TempDir Path cluster;
  @TempDir Path work;

  @Test
  void shouldLoseNoLentNodeWhateverDies() {
    PliantCommand pliant = PliantCommand.of(PliantCommand.root(), cluster, work);

    PliantCommand.Result report =
        pliant.drill(
            "leases",
            "--fault=collecting/borrower",
            "--fault=running/all",
            "--fault=growing/lender");

    assertThat(report.expectSuccess()).as(report.err()).contains("3 faults, 0 wrong");
  }
}
