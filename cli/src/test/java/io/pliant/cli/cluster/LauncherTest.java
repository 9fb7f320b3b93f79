package io.pliant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With processes that say which signal reached them. */
final class LauncherTest {
  private static final int KILLED = 128 + 9;

  @TempDir private Path folder;

  @Test
  void shouldEndAllTogetherAndAskOneThatIgnoresThatInOrder() throws Exception {
    Process ends = started("trap 'exit 3' HUP; trap 'exit 4' TERM");
    Process ignores = started("trap '' HUP; trap 'exit 4' TERM");

    Launcher.stopTogether(List.of(ends.pid(), ignores.pid()), Duration.ofSeconds(20));

    assertThat(exitOf(ends)).isEqualTo(3);
    assertThat(exitOf(ignores)).isEqualTo(4);
  }

  @Test
  void shouldKillWhatIgnoresAllAndWhenThereIsNoGrace() throws Exception {
    Process ignores = started("trap '' HUP TERM");
    Process ends = started("trap 'exit 3' HUP; trap 'exit 4' TERM");

    Launcher.stopTogether(List.of(ignores.pid()), Duration.ofSeconds(1));
    Launcher.stopTogether(List.of(ends.pid()), Duration.ZERO);
    Launcher.stopTogether(List.of(), Duration.ofSeconds(20));

    assertThat(exitOf(ignores)).isEqualTo(KILLED);
    assertThat(exitOf(ends)).isEqualTo(KILLED);
  }

  private static int exitOf(Process process) throws InterruptedException {
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  /** Returns once its traps are set. */
  private Process started(String traps) throws IOException {
    Path ready = Files.createTempFile(folder, "ready", "");
    Process process =
        new ProcessBuilder(
                "bash", "-c", traps + "; echo ready > " + ready + "; while :; do sleep 0.1; done")
            .start();
    while (Files.size(ready) == 0) {
      assertThat(process.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    return process;
  }
}
