package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.ControllerMessage.Welcome;
import io.pliant.runtime.node.folder.NodeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EpochGateTest {
  private static final NodeName N1 = new NodeName("n1");

  @TempDir private Path dir;

  @Test
  void shouldRefuseWhoIsInAnEarlierEpochThanOneThatWasEntered() throws IOException {
    try (NodeFolder folder = NodeFolder.open(dir, N1, 10)) {
      EpochGate gate = new EpochGate(N1, folder);
      assertThat(gate.refusal(welcome(1_700_000_000L))).isNull();

      assertThat(gate.enter(1_700_000_000L)).isTrue();

      assertThat(gate.refusal(welcome(1_699_999_999L)))
          .isEqualTo(
              "Expected epoch 1700000000 (2023-11-14T22:13:20Z) or a later one, but controller c1 is in epoch 1699999999. If the journal was restored with a wrong clock: set it right, then 'pliant journal renew'.");
      assertThat(gate.refusal(welcome(1_700_000_000L))).isNull();
      assertThat(gate.refusal(welcome(1_700_000_001L))).isNull();
    }
  }

  @Test
  void shouldTakeControllersThatTellNoEpoch() throws IOException {
    try (NodeFolder folder = NodeFolder.open(dir, N1, 10)) {
      EpochGate gate = new EpochGate(N1, folder);
      gate.enter(1_700_000_000L);

      assertThat(gate.refusal(welcome(null))).isNull();
      assertThat(gate.enter(null)).isTrue();
      assertThat(folder.terms().epoch()).isEqualTo(1_700_000_000L);
    }
  }

  @Test
  void shouldNotEnterAnEpochThatCannotBeWrittenDown() throws IOException {
    try (NodeFolder folder = NodeFolder.open(dir, N1, 10)) {
      // a folder of that name with something in it is in the way
      Files.createDirectories(dir.resolve("n1").resolve("terms").resolve("x"));

      assertThat(new EpochGate(N1, folder).enter(1_700_000_000L)).isFalse();
      assertThat(folder.terms().epoch()).isZero();
    }
  }

  private static Welcome welcome(@Nullable Long epoch) {
    return new Welcome(new PartitionName("main"), "c1", 2_000, epoch, null, null);
  }
}
