package io.pliant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ProcessIdentityTest {
  private static final int STARTS = 1000;

  @Test
  void shouldKnowAProcessFromItsFirstMomentOn() throws Exception {
    for (int i = 0; i < STARTS; i++) {
      String config = "/tmp/c" + i + ".conf";
      Process process = start("read line", config);
      try {
        assertThat(ProcessIdentity.runs(process.pid(), config)).as("start %s", i).isTrue();
        assertThat(ProcessIdentity.runs(process.pid(), "/tmp/other.conf")).isFalse();
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void shouldNotTakeAnEndedProcessForARunningOne() throws Exception {
    Process process = start("exit 0", "/tmp/c.conf");
    process.waitFor();
    assertThat(ProcessIdentity.runs(process.pid(), "/tmp/c.conf")).isFalse();
    assertThat(ProcessIdentity.runs(0, "/tmp/c.conf")).isFalse();
  }

  private static Process start(String script, String config) throws java.io.IOException {
    return new ProcessBuilder(List.of("setsid", "sh", "-c", script, "sh", "--config", config))
        .start();
  }
}
