package io.pliant.journal.tools;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.raft.GroupFiles;
import io.pliant.journal.store.Applied;
import io.pliant.journal.store.BackupFolder;
import io.pliant.journal.store.EventStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
   * @return how far each group was, by number
   * @throws JournalRefused naming the damaged file
   */
  public static List<Applied> check(Path folder) {
    return BackupFolder.parts(folder).stream().map(Backups::checkState).toList();
  }

  /**
   * Reads every byte of the state of one group.
   *
   * @throws JournalRefused naming the damaged file
   */
  public static Applied checkState(Path folder) {
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
   * @return where each group begins, by number
   * @throws JournalRefused when the folder is not empty, or the backup is damaged
   */
  public static List<Applied> restore(Path backup, GroupSettings settings) {
    GroupFiles files = GroupFiles.of(settings);
    if (files.begun()) {
      throw new JournalRefused(
          "Expected an empty journal folder, but %s holds a journal. Move it away first."
              .formatted(settings.folder()),
          null);
    }
    List<Path> parts = BackupFolder.parts(backup);
    List<Applied> found = check(backup);
    try {
      List<Applied> based = new ArrayList<>();
      for (int number = 0; number < parts.size(); number++) {
        based.add(restore(parts.get(number), found.get(number), files.snapshots(number)));
      }
      // when the same backup is restored again, the journal does not know of this time any more,
      // so its place alone tells restores apart, and all members find the same word
      files.markRestored(
          parts.size(),
          "backup at entry %d, event %d"
              .formatted(
                  found.stream().mapToLong(Applied::index).sum(),
                  based.stream().mapToLong(Applied::position).sum()));
      return based;
    } catch (IOException e) {
      throw new JournalRefused(
          "Expected to restore to %s, but: %s.".formatted(settings.folder(), e), e);
    }
  }

  /**
   * The new group counts its elections from the beginning, as if the first had made all of this.
   */
  private static Applied restore(Path state, Applied found, Path snapshots) throws IOException {
    Applied base = new Applied(1, Math.max(0, found.index()), found.position());
    Path place = snapshots.resolve("snapshot.1_" + base.index());
    Path begun = snapshots.resolve("restore.begun");
    copy(state, begun);
    try (EventStore store = EventStore.open(begun)) {
      store.rebase(base);
      Files.createDirectories(place.getParent());
      store.checkpoint(place);
    }
    delete(begun);
    return base;
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
