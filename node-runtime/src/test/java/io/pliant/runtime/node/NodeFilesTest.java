package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeFilesTest {
  private static final PartitionName MAIN = new PartitionName("main");

  @TempDir private Path dir;

  @Test
  void shouldKeepHighestTermAcrossRestarts() throws IOException {
    TermFile terms = TermFile.load(dir.resolve("terms"));
    terms.raise(MAIN, 5);
    terms.raise(MAIN, 3);

    TermFile again = TermFile.load(dir.resolve("terms"));

    assertThat(again.highest(MAIN)).isEqualTo(5);
    assertThat(again.highest(new PartitionName("other"))).isZero();
  }

  @Test
  void shouldKeepNewestEndedStepsAndForgetOldest() throws IOException {
    try (EndedSteps ended = EndedSteps.load(dir, 10)) {
      for (int job = 1; job <= 35; job++) {
        ended.add(step(job), job % 2 == 0);
      }
    }

    try (EndedSteps again = EndedSteps.load(dir, 10)) {
      for (int job = 26; job <= 35; job++) {
        assertThat(again.contains(step(job))).as("job %d", job).isTrue();
      }
      assertThat(again.contains(step(10))).isFalse();
    }
  }

  @Test
  void shouldSurviveDamagedLastLine() throws IOException {
    try (EndedSteps ended = EndedSteps.load(dir, 10)) {
      ended.add(step(1), true);
    }
    Files.writeString(dir.resolve("ended.log"), "2-1-ba", StandardOpenOption.APPEND);

    try (EndedSteps again = EndedSteps.load(dir, 10)) {
      again.add(step(3), true);
    }

    try (EndedSteps last = EndedSteps.load(dir, 10)) {
      assertThat(last.contains(step(1))).isTrue();
      assertThat(last.contains(step(3))).isTrue();
    }
  }

  @Test
  void shouldRefuseFolderThatAnotherAgentUses() throws IOException {
    NodeFolder folder = NodeFolder.open(dir, new NodeName("n1"), 10);

    assertThatThrownBy(() -> NodeFolder.open(dir, new NodeName("n1"), 10))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("only agent in " + dir.resolve("n1"));
    folder.close();
    NodeFolder.open(dir, new NodeName("n1"), 10).close();
  }

  @Test
  void shouldNameFolderThatCannotBeMade() throws IOException {
    Path file = Files.createFile(dir.resolve("file"));

    assertThatThrownBy(() -> NodeFolder.open(file, new NodeName("n1"), 10))
        .hasMessageContaining("state of node n1 in " + file)
        .hasMessageContaining("Check that the folder is writable");
  }

  private static StepId step(int job) {
    return StepId.batch(new JobId(job), 1);
  }
}
