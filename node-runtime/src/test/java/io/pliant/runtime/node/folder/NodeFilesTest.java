package io.pliant.runtime.node.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.ClusterEpoch;
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
  void shouldKeepEpochAcrossRestartsAndRefuseTermsOfEarlierOnes() throws IOException {
    TermFile terms = TermFile.load(dir.resolve("terms"));
    terms.raise(MAIN, ClusterEpoch.firstTerm(100) + 3);
    terms.enter(200);
    terms.enter(150);

    TermFile again = TermFile.load(dir.resolve("terms"));

    assertThat(again.epoch()).isEqualTo(200);
    assertThat(again.highest(MAIN)).isEqualTo(ClusterEpoch.firstTerm(200));
    assertThat(again.highest(new PartitionName("other"))).isEqualTo(ClusterEpoch.firstTerm(200));
  }

  @Test
  void shouldForgetEndedStepsOfEarlierEpochEvenWhenItStoppedInBetween() throws IOException {
    // given
    try (EndedSteps ended = EndedSteps.load(dir, 10, 0)) {
      ended.add(step(1), null, true);
    }

    // when
    try (EndedSteps ended = EndedSteps.load(dir, 10, 200)) {
      assertThat(ended.contains(step(1), null)).isFalse();
      ended.add(step(2), 300_000L, true);
      ended.add(step(3), 100_000L, true);
    }

    // then
    try (EndedSteps again = EndedSteps.load(dir, 10, 200)) {
      assertThat(again.contains(step(2), 300_000L)).isTrue();
      assertThat(again.contains(step(3), 100_000L)).isTrue();
      assertThat(again.contains(step(3), 300_000L)).as("granted anew").isFalse();
      again.enter(400);
      assertThat(again.contains(step(2), null)).isFalse();
    }
  }

  @Test
  void shouldKeepNewestEndedStepsAndForgetOldest() throws IOException {
    try (EndedSteps ended = EndedSteps.load(dir, 10, 0)) {
      for (int job = 1; job <= 35; job++) {
        ended.add(step(job), null, job % 2 == 0);
      }
    }

    try (EndedSteps again = EndedSteps.load(dir, 10, 0)) {
      for (int job = 26; job <= 35; job++) {
        assertThat(again.contains(step(job), null)).as("job %d", job).isTrue();
      }
      assertThat(again.contains(step(10), null)).isFalse();
    }
  }

  @Test
  void shouldSurviveDamagedLastLine() throws IOException {
    try (EndedSteps ended = EndedSteps.load(dir, 10, 0)) {
      ended.add(step(1), null, true);
    }
    Files.writeString(dir.resolve("ended.log"), "2-1-ba", StandardOpenOption.APPEND);

    try (EndedSteps again = EndedSteps.load(dir, 10, 0)) {
      again.add(step(3), null, true);
    }

    try (EndedSteps last = EndedSteps.load(dir, 10, 0)) {
      assertThat(last.contains(step(1), null)).isTrue();
      assertThat(last.contains(step(3), null)).isTrue();
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
