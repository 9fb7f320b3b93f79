package io.pliant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalClusterTest {
  private static final ClusterLayout LAYOUT =
      new ClusterLayout(1, 1, 0, 1, 64, List.of("main:*"), List.of());

  @TempDir private Path folder;

  @Test
  void shouldNotNameANewControllerAsOneWhoseDiskIsLost() throws IOException {
    StateFolder state = new StateFolder(folder);
    try (LocalCluster cluster =
        LocalCluster.create(state, folder, LAYOUT, System.getProperty("user.name"))) {
      Files.writeString(state.configFolder().resolve("c2.conf"), "it was there, and is removed");

      assertThat(ClusterPlan.nextNumber(state, cluster.record(), List.of("c1"))).isEqualTo(3);
    }
  }

  @Test
  void shouldWaitForTheCommandThatHasItAndRefuseWithoutPatience() {
    StateFolder state = new StateFolder(folder);
    LocalCluster first =
        LocalCluster.create(state, folder, LAYOUT, System.getProperty("user.name"));
    assertThatThrownBy(() -> LocalCluster.open(state, folder, first.record()))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("is at work on");

    try (LocalCluster second =
        LocalCluster.open(state, folder, first.record(), Duration.ofMinutes(1), first::close)) {
      assertThat(second.record()).isEqualTo(first.record());
    }
  }

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
      assertThat(cluster.record().controllers())
          .isNotEmpty()
          .allMatch(controller -> controller.pid() == 0);
    }
  }
}
