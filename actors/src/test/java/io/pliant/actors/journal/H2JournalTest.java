package io.pliant.actors.journal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class H2JournalTest extends FileJournalContract {
  @Override
  JournalSettings.H2 in(Path folder) {
    return new JournalSettings.H2(folder.resolve("journal"));
  }

  @Test
  void shouldNameTheFileAndTheRemedyWhenItIsNoDatabase() throws Exception {
    JournalSettings.H2 settings = in(folder.resolve("state"));
    Files.createDirectories(folder.resolve("state"));
    Files.write(settings.databaseFile(), new byte[100_000]);
    assertThatThrownBy(() -> JournalDatabase.prepare(settings))
        .isInstanceOf(JournalUnavailable.class)
        .hasMessageContaining(settings.databaseFile().toString())
        .hasMessageContaining("restore it from a backup");
  }
}
