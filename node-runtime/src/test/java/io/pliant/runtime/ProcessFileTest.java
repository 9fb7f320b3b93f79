package io.pliant.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessFileTest {
  @TempDir Path dir;

  @Test
  void shouldHoldThePidWhileTheProcessLives() throws IOException {
    Path file = dir.resolve("c1/controller.pid");
    ProcessFile claimed = ProcessFile.claim(dir.resolve("c1"), "controller");
    assertThat(file).hasContent(Long.toString(ProcessHandle.current().pid()));
    claimed.close();
    assertThat(file).doesNotExist();
  }

  @Test
  void shouldRefuseAFolderThatIsInUse() throws IOException {
    ProcessFile first = ProcessFile.claim(dir, "controller");
    assertThatThrownBy(() -> ProcessFile.claim(dir, "controller"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Expected to be the only controller in %s, but process %d is running. Stop it or use another folder.",
            dir, ProcessHandle.current().pid());
    assertThat(dir.resolve("controller.pid")).as("the first one's file").exists();

    ProcessFile.claim(dir, "node").close();
    first.close();
    ProcessFile.claim(dir, "controller").close();
  }
}
