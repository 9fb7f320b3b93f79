package io.pliant.actors.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.actors.cluster.JournalDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal in a file must keep beside what every journal must. */
abstract class FileJournalContract extends JournalContract {
  @TempDir Path folder;

  abstract JournalSettings in(Path folder);

  @Override
  final JournalSettings settings() {
    return in(folder.resolve("state"));
  }

  @Test
  void shouldAcknowledgeNothingWhenTheDiskIsFullAndGoOnWhenItIsNot() throws Exception {
    try (ChildJvm child = ChildJvm.startWithFileLimit(settings(), 3_000)) {
      child.awaitLog("The journal cannot be written");
      assertThat(child.log()).anyMatch(line -> line.contains("Free space on the disk"));
      child.liftFileLimit();
      child.awaitMoreAcks(50);
      assertThat(child.log()).anyMatch(line -> line.contains("can be written again"));
      child.kill();
      assertNothingLost(child);
    }
  }

  @Test
  void shouldNameTheFolderAndTheRemedyWhenItCannotBeWritten() throws Exception {
    JournalSettings settings = in(unwritableFolder());
    assertThatThrownBy(() -> JournalDatabase.prepare(settings))
        .isInstanceOf(JournalUnavailable.class)
        .hasMessageContaining(settings.describe())
        .hasMessageContaining("writable");
  }

  /** Root may write everywhere but in the kernel's own folders. */
  private Path unwritableFolder() throws Exception {
    if ("root".equals(System.getProperty("user.name"))) {
      return Path.of("/sys/kernel/pliant");
    }
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-x------"));
    return closed;
  }
}
