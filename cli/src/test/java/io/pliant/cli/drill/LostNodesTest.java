package io.pliant.cli.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LostNodesTest {
  private static final String LOST =
      "2026-11-29T04:%02d:08.759Z WARN  PartitionEntity - node n%03d was silent for PT60S; it is down now";

  @TempDir Path logs;

  @Test
  void shouldTellWhatTheLogsOfAllControllersSayByTime() throws IOException {
    Files.writeString(logs.resolve("c1.log"), "started\n" + LOST.formatted(20, 3) + "\nmore\n");
    Files.writeString(logs.resolve("c2.log"), LOST.formatted(19, 1) + "\n");
    Files.writeString(logs.resolve("notes.txt"), LOST.formatted(18, 2) + "\n");
    assertThat(LostNodes.of(logs)).containsExactly(LOST.formatted(19, 1), LOST.formatted(20, 3));
  }

  @Test
  void shouldTellTheFirstOfMany() throws IOException {
    StringBuilder all = new StringBuilder();
    for (int minute = 0; minute < 30; minute++) {
      all.append(LOST.formatted(minute, 1)).append('\n');
    }
    Files.writeString(logs.resolve("c1.log"), all);
    assertThat(LostNodes.of(logs))
        .hasSize(11)
        .startsWith(LOST.formatted(0, 1))
        .endsWith("... and 20 more");
  }
}
