package io.pliant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.CommandFailure;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalClusterTest {
  private static final ClusterLayout LAYOUT =
      new ClusterLayout(1, 1, 0, 1, 64, List.of("main:*"), List.of());

  @TempDir private Path folder;

  @Test
  void shouldStartNothingAfterItsEnd() {
    try (LocalCluster cluster =
        LocalCluster.create(
            new StateFolder(folder), folder, LAYOUT, System.getProperty("user.name"))) {
      cluster.end();

      assertThatThrownBy(cluster::startMissing)
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("Interrupted")
          .hasMessageContaining(folder.toString());
      assertThat(cluster.record().controllers()).allMatch(controller -> controller.pid() == 0);
    }
  }
}
