package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A member's folder.
 *
 * <pre>
 * member     the group's and the member's name, written at the first start
 * found      mark: this empty folder may found a group of several (removed at the first start)
 * join       mark: this empty folder waits to be added to a running group (removed likewise)
 * log/       the group's log, term and vote, snapshots
 * state/     the state
 * restored   word for the restore that these files came with, if they did
 * lock       locked while a process uses the folder
 * </pre>
 */
public final class GroupFiles {
  private final GroupSettings settings;

  private GroupFiles(GroupSettings settings) {
    this.settings = settings;
  }

  /** The files that these settings mean; nothing is read or made yet. */
  public static GroupFiles of(GroupSettings settings) {
    return new GroupFiles(settings);
  }

  /** The group's number, the same on all members. */
  public UUID group() {
    return UUID.nameUUIDFromBytes(
        ("pliant journal " + settings.group()).getBytes(StandardCharsets.UTF_8));
  }

  /** Folder of Ratis. */
  public Path log() {
    return settings.folder().resolve("log");
  }

  /** Folder of the files of the log itself. */
  public Path segments() {
    return log().resolve(group().toString()).resolve("current");
  }

  /** Ratis' file of term and vote; where it is missing Ratis takes the folder for a new one. */
  Path terms() {
    return segments().resolve("raft-meta");
  }

  /** File of the word for the restore that these files came with. */
  public Path restored() {
    return settings.folder().resolve("restored");
  }

  /**
   * Marks an empty folder with a snapshot in place as one that founds a new group with it.
   *
   * @param word that tells this restore from others that lead on from where the backup ends
   */
  public void markRestored(String word) {
    try {
      Files.createDirectories(settings.folder());
      Files.writeString(restored(), word + "\n");
      Files.createDirectories(segments());
      Files.writeString(terms(), "term=1\nvotedFor=\n");
    } catch (IOException e) {
      throw unwritable(e);
    }
    markFounding();
  }

  /** Folder of the snapshots that the group's log begins with. */
  public Path snapshots() {
    return log().resolve(group().toString()).resolve("sm");
  }

  /** Folder of the state. */
  public Path state() {
    return settings.folder().resolve("state");
  }

  /** Marks an empty folder as one that founds a new group. */
  public void markFounding() {
    mark("found");
  }

  /** Marks an empty folder as one that is going to be added to a group. */
  public void markJoining() {
    mark("join");
  }

  private void mark(String word) {
    if (begun()) {
      throw new JournalRefused(
          "Expected an empty journal folder, but %s is in use as '%s'."
              .formatted(settings.folder(), memberLine()),
          null);
    }
    try {
      Files.createDirectories(settings.folder());
      Files.writeString(settings.folder().resolve(word), "");
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** Whether the folder has been used by a member. */
  public boolean begun() {
    return Files.exists(memberFile());
  }

  /** Whether this member waits to be added to a running group. */
  boolean joining() {
    return Files.exists(settings.folder().resolve("join"));
  }

  /**
   * Looks whether a member can use the folder; changes nothing but that it makes the folder.
   * Harmless while a member uses it.
   *
   * @throws JournalRefused naming the place and the remedy
   */
  public void check() {
    try {
      Files.createDirectories(settings.folder());
      DiskTrouble.probe(settings.folder());
    } catch (IOException e) {
      throw unwritable(e);
    }
    requireOwn();
  }

  /**
   * Checks that these files are this member's. A member of several whose files are gone must not
   * start under its old name: it would vote a second time.
   */
  void requireOwn() {
    if (begun()) {
      if (!memberLine().equals(line())) {
        throw new JournalRefused(
            "Expected the journal folder %s to be of '%s', but it is of '%s'. Correct the settings."
                .formatted(settings.folder(), line(), memberLine()),
            null);
      }
      if (!Files.exists(terms())) {
        // Ratis would take it for a new folder and empty it
        throw new JournalRefused(
            "Expected the journal's term and vote in %s, but the file is missing. With other members: remove this one and add it under a new name. Alone: restore a backup."
                .formatted(terms()),
            null);
      }
      return;
    }
    boolean marked = joining() || Files.exists(settings.folder().resolve("found"));
    if (settings.members().size() > 1 && !marked) {
      throw new JournalRefused(
          ("Expected the journal of member '%s' in %s, but the folder is empty. If its disk was lost,"
                  + " replace it: 'pliant controller remove %s', then 'pliant controller add'. If this is a"
                  + " new group: 'pliant journal found' once on each member.")
              .formatted(settings.self(), settings.folder(), settings.self()),
          null);
    }
  }

  /** Says that the member has begun; from now on its files must not be lost. */
  void begin() {
    if (begun()) {
      return;
    }
    try {
      Path whole = settings.folder().resolve("member.new");
      Files.writeString(whole, line() + "\n");
      Files.move(whole, memberFile());
      Files.deleteIfExists(settings.folder().resolve("found"));
      Files.deleteIfExists(settings.folder().resolve("join"));
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * Does something with the files while no process uses them.
   *
   * @throws JournalRefused when one does
   */
  public void whileFree(Runnable work) {
    FileLock lock = lock();
    try (FileChannel channel = lock.acquiredBy() instanceof FileChannel open ? open : null) {
      work.run();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * Takes the folder for this process.
   *
   * @throws JournalRefused when another one has it
   */
  FileLock lock() {
    try {
      Files.createDirectories(settings.folder());
      FileChannel channel =
          FileChannel.open(
              settings.folder().resolve("lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new JournalRefused(
            "Expected the journal folder %s to be free, but another process uses it."
                .formatted(settings.folder()),
            null);
      }
      return lock;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private JournalRefused unwritable(IOException e) {
    return new JournalRefused(
        "Expected to write to the journal folder %s, but: %s"
            .formatted(settings.folder(), DiskTrouble.explain(e)),
        e);
  }

  private Path memberFile() {
    return settings.folder().resolve("member");
  }

  private String line() {
    return settings.group() + " " + settings.self();
  }

  private String memberLine() {
    try {
      return Files.readString(memberFile()).strip();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }
}
