package io.pliant.journal.tools;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.raft.GroupFiles;
import io.pliant.journal.store.Applied;
import io.pliant.journal.store.EventStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Whole copies of a journal: looking at them, and beginning a new group with one. */
public final class Backups {
  private Backups() {}

  /** Refuses a folder that holds no journal: opening it would make an empty one. */
  static void require(Path folder) {
    if (!Files.isRegularFile(folder.resolve("CURRENT"))) {
      throw new JournalRefused(
          "Expected the folder of a backup ('pliant journal backup'), but %s holds no journal."
              .formatted(folder),
          null);
    }
  }

  /**
   * Reads every byte of a backup and compares checksums.
   *
   * @throws JournalRefused naming the damaged file
   */
  public static Applied check(Path folder) {
    require(folder);
    try (EventStore store = EventStore.open(folder)) {
      store.verify();
      return store.applied();
    }
  }

  /**
   * Puts a backup into an empty journal folder. Every member of the new group must get the same one
   * before any is started.
   *
   * @throws JournalRefused when the folder is not empty, or the backup is damaged
   */
  public static Applied restore(Path backup, GroupSettings settings) {
    GroupFiles files = GroupFiles.of(settings);
    if (files.begun()) {
      throw new JournalRefused(
          "Expected an empty journal folder, but %s holds a journal. Move it away first."
              .formatted(settings.folder()),
          null);
    }
    Applied found = check(backup);
    try {
      // the new group counts its elections from the beginning, as if the first had made all of this
      Applied base = new Applied(1, Math.max(0, found.index()), found.position());
      Path place = files.snapshots().resolve("snapshot.1_" + base.index());
      Path begun = files.snapshots().resolve("restore.begun");
      copy(backup, begun);
      try (EventStore store = EventStore.open(begun)) {
        store.rebase(base);
        Files.createDirectories(place.getParent());
        store.checkpoint(place);
      }
      delete(begun);
      // when the same backup is restored again, the journal does not know of this time any more,
      // so its place alone tells restores apart, and all members find the same word
      files.markRestored("backup at entry %d, event %d".formatted(found.index(), base.position()));
      return base;
    } catch (IOException e) {
      throw new JournalRefused(
          "Expected to restore to %s, but: %s.".formatted(settings.folder(), e), e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    delete(to);
    Files.createDirectories(to);
    List<Path> all;
    try (Stream<Path> files = Files.list(from)) {
      all = files.filter(Files::isRegularFile).toList();
    }
    for (Path file : all) {
      Files.copy(file, to.resolve(file.getFileName()));
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      List<Path> all;
      try (Stream<Path> files = Files.list(folder)) {
        all = files.toList();
      }
      for (Path file : all) {
        Files.delete(file);
      }
      Files.delete(folder);
    }
  }
}
