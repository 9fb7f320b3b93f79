package io.pliant.runtime.controller;

import io.pliant.actors.epoch.RestoreNotice;
import io.pliant.actors.journal.JournalSettings;
import io.pliant.journal.raft.GroupFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The word by which a controller tells its cluster that the journal was restored; a new word begins
 * a new epoch, once. It stands in the journal's folder or, when the journal is a database, in the
 * state folder.
 */
public final class RestoreMark {
  private static final Logger LOG = LoggerFactory.getLogger(RestoreMark.class);
  private static final int LONGEST = 200;

  private RestoreMark() {}

  /** Where the word stands. */
  public static Path file(JournalSettings journal, Path stateDir) {
    return switch (journal) {
      case JournalSettings.Raft raft -> GroupFiles.of(raft.group()).restored();
      case JournalSettings.PostgreSql _ -> stateDir.resolve("restored");
    };
  }

  /** What the file says, or null when there is none. It is removed once the cluster knows. */
  static @Nullable RestoreNotice read(JournalSettings journal, Path stateDir) {
    Path file = file(journal, stateDir);
    try {
      String word = Files.readString(file).strip();
      if (word.isEmpty() || word.length() > LONGEST) {
        throw new IllegalArgumentException(
            "Expected a word of 1 to %d letters in %s, but it has %d. Write it anew with 'pliant journal renew'."
                .formatted(LONGEST, file, word.length()));
      }
      return new RestoreNotice(word, () -> remove(file));
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to read %s, but %s.".formatted(file, e), e);
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("Expected to remove {}, but {}; it is told again at the next start", file, e);
    }
  }

  /** Writes a word. */
  public static void write(JournalSettings journal, Path stateDir, String word) throws IOException {
    Path file = file(journal, stateDir);
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, word + "\n");
  }
}
