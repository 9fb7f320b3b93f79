package io.pliant.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessFileTest {
  @TempDir Path dir;

  @Test
  void shouldHoldThePidWhileTheProcessLives() throws IOException {
    Path file = dir.resolve("c1/controller.pid");
    try (ProcessFile claimed = ProcessFile.claim(dir.resolve("c1"), "controller")) {
      assertThat(claimed).isNotNull();
      assertThat(file).hasContent(Long.toString(ProcessHandle.current().pid()));
    }
    assertThat(file).doesNotExist();
  }
}
