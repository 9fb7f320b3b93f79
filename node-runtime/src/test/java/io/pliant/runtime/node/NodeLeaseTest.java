package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.ControllerMessage.Welcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLeaseTest {
  private static final Duration THIRTY = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void shouldCountFromWhatTheControllerHasHeard() {
    NodeLease lease = lease(THIRTY);

    lease.welcomed(welcome(90_000L, 60_000));

    assertThat(folder.resolve("lease")).hasContent("90000 30000\n");
    assertThat(lease.stamp()).isEqualTo(100_000L);
  }

  @Test
  void shouldNotCountWhenTheControllersWouldNotWaitForIt() {
    NodeLease lease = lease(THIRTY);
    lease.welcomed(welcome(90_000L, 60_000));

    lease.welcomed(welcome(95_000L, 32_999));

    assertThat(folder.resolve("lease")).doesNotExist();
  }

  @Test
  void shouldNotCountWhenAnswersComeLessOften() {
    lease(Duration.ofSeconds(9)).welcomed(welcome(90_000L, 60_000));

    assertThat(folder.resolve("lease")).doesNotExist();
  }

  @Test
  void shouldNotCountWhenTheControllerDoesNotSayWhatItHasHeard() {
    lease(THIRTY).welcomed(welcome(null, 60_000));

    assertThat(folder.resolve("lease")).doesNotExist();
  }

  @Test
  void shouldTakeAwayWhatAnEarlierAgentKept() throws Exception {
    Files.writeString(folder.resolve("lease"), "1 1\n");

    NodeLease lease = lease(null);

    assertThat(folder.resolve("lease")).doesNotExist();
    assertThat(lease.stamp()).isNull();
  }

  @Test
  void shouldNotBeRenewedByAStampOfTheFuture() {
    lease(THIRTY).welcomed(welcome(100_001L, 60_000));

    assertThat(folder.resolve("lease")).doesNotExist();
  }

  private NodeLease lease(@Nullable Duration length) {
    return new NodeLease(new NodeName("n1"), folder, length, () -> 100_000L);
  }

  private static Welcome welcome(@Nullable Long heard, int timeout) {
    return new Welcome(new PartitionName("main"), "c1", 2_000, null, heard, timeout);
  }
}
