package io.pliant.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.imp.comm.ReduceOp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AloneTest {
  @Test
  void shouldBeAWorldOfOneWithoutAScheduler() throws Exception {
    try (Imp imp = Imp.init(ImpOptions.fromEnvironment(Map.of()))) {
      assertThat(imp.status()).isEqualTo(LocalStatus.INITIAL);
      assertThat(imp.world().size()).isEqualTo(1);
      assertThat(imp.world().allreduce(3.5, ReduceOp.SUM)).isEqualTo(3.5);
      assertThat(imp.probe()).isFalse();
      assertThat(imp.grow(1).await(Duration.ofSeconds(1)).reason()).contains("no scheduler");
    }
  }

  @Test
  void shouldTellCommunicationFromComputationByPhase() throws Exception {
    try (Imp imp = Imp.init(ImpOptions.alone())) {
      imp.phase(1);
      imp.reportCommunication(1_000);
      imp.world().barrier();
      imp.phase(2);
      assertThat(imp.times()).extracting(PhaseTime::phase).containsExactly(1, 2);
      assertThat(imp.times().get(1).communicationNanos()).isGreaterThanOrEqualTo(1_000);
      assertThat(new PhaseTime(0, 30, 60).mtct()).isEqualTo(0.5);
    }
  }

  @Test
  void shouldSayWhichAgentCannotBeReached() {
    ImpOptions options = ImpOptions.at(Path.of("/nowhere/agent.sock"), "t1");
    assertThatThrownBy(() -> Imp.init(options))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Expected the node agent at /nowhere/agent.sock")
        .hasMessageContaining("PLIANT_ADAPT_SOCKET of a job that is over");
    assertThatThrownBy(
            () -> ImpOptions.fromEnvironment(Map.of(ImpOptions.SOCKET, "/nowhere/agent.sock")))
        .hasMessageContaining("Expected PLIANT_ADAPT_TASK beside");
  }

  @Test
  void shouldNotWaitForAnAgentBehindAPathThatNoSocketCanHave(@TempDir Path folder) {
    Path socket = folder.resolve("a".repeat(120));
    assertThatThrownBy(() -> Imp.init(ImpOptions.at(socket, "t1")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at most 107 bytes");
  }
}
