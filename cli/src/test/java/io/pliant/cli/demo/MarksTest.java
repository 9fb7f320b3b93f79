package io.pliant.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MarksTest {
  private static final DemoJob RANKS =
      DemoJob.all(true).stream()
          .filter(job -> job.script().equals("ranks.sh"))
          .findFirst()
          .orElseThrow();

  @TempDir private Path folder;

  @Test
  void shouldFitOneWholeRun() throws IOException {
    assertThat(marks("start 1\nrank 0\nrank 3\nrank 1\nrank 2\nend 2\n").fit(RANKS)).isTrue();
  }

  @Test
  void shouldNotFitWhenTheJobStartedTwice() throws IOException {
    assertThat(marks("start 1\nstart 1\nrank 0\nrank 3\nrank 1\nrank 2\nend 2\n").fit(RANKS))
        .isFalse();
  }

  @Test
  void shouldNotFitWhenARankRanTwice() throws IOException {
    assertThat(marks("start 1\nrank 0\nrank 0\nrank 1\nrank 2\nend 2\n").fit(RANKS)).isFalse();
  }

  @Test
  void shouldNotFitWhenTheJobLeftNothing() throws IOException {
    assertThat(Marks.read(folder, 9).fit(RANKS)).isFalse();
  }

  private Marks marks(String text) throws IOException {
    Files.writeString(folder.resolve("7"), text);
    return Marks.read(folder, 7);
  }
}
