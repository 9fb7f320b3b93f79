package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.actors.epoch.RestoreNotice;
import io.pliant.actors.journal.JournalSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RestoreMarkTest {
  private static final JournalSettings DATABASE =
      new JournalSettings.PostgreSql("jdbc:postgresql://db/pliant", "pliant", "");

  @TempDir private Path dir;

  @Test
  void shouldTellOfARestoreUntilTheClusterKnows() throws IOException {
    assertThat(RestoreMark.read(DATABASE, dir)).isNull();

    RestoreMark.write(DATABASE, dir.resolve("state"), "renewed on Monday");
    RestoreNotice notice = Objects.requireNonNull(RestoreMark.read(DATABASE, dir.resolve("state")));

    assertThat(notice.word()).isEqualTo("renewed on Monday");
    notice.told().run();
    assertThat(RestoreMark.read(DATABASE, dir.resolve("state"))).isNull();
  }

  @Test
  void shouldRefuseAWordThatIsTooLongOrEmpty() throws IOException {
    Files.writeString(dir.resolve("restored"), "x".repeat(201));
    assertThatThrownBy(() -> RestoreMark.read(DATABASE, dir))
        .hasMessageContaining("1 to 200 letters")
        .hasMessageContaining("pliant journal renew");

    Files.writeString(dir.resolve("restored"), "\n");
    assertThatThrownBy(() -> RestoreMark.read(DATABASE, dir)).hasMessageContaining("has 0");
  }
}
