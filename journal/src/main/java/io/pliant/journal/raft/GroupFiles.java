package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.store.DiskProbe;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member's folder, with the files of all groups that it is a member of. The groups have numbers
 * from 0 on, and there are as many as there were at the first start.
 *
 * <pre>
 * member     the cluster's and the member's name, and how many groups if several; of the first start
 * found      mark: this empty folder may begin groups of several members (removed at the first start)
 * join       mark: this empty folder waits to be added to running groups (removed likewise)
 * log/       for each group its log, term and vote, snapshots
 * state/     the state of the first group
 * state-N/   that of group N
 * restored   word for the restore that these files came with, if they did
 * lock       locked while a process uses the folder
 * </pre>
 */
public final class GroupFiles {
  private static final Logger LOG = LoggerFactory.getLogger(GroupFiles.class);
  private static final String GROUPS = "groups=";

  private final GroupSettings settings;

  private GroupFiles(GroupSettings settings) {
    this.settings = settings;
  }

  /** The files that these settings mean; nothing is read or made yet. */
  public static GroupFiles of(GroupSettings settings) {
    return new GroupFiles(settings);
  }

  /** The Raft name of a group, the same on all members. */
  public UUID group(int number) {
    String name = "pliant journal " + settings.group() + (number == 0 ? "" : "/" + number);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * How many groups there are: as written in the folder, else as the settings say for a new one.
   */
  public int groups() {
    for (Path file : List.of(memberFile(), marked("found"), marked("join"))) {
      if (Files.exists(file)) {
        String line = line(file);
        int at = line.indexOf(GROUPS);
        if (at >= 0) {
          return number(line, line.substring(at + GROUPS.length()));
        }
        return file.equals(marked("found")) ? settings.newGroups() : 1;
      }
    }
    return settings.newGroups();
  }

  private int number(String line, String text) {
    try {
      int number = Integer.parseInt(text.strip());
      if (number >= 1 && number <= GroupSettings.MOST_GROUPS) {
        return number;
      }
    } catch (NumberFormatException e) {
      LOG.debug("{} is no number", text);
    }
    throw new JournalRefused(
        "Expected '%s1' to '%s%d' in the files of %s, but got '%s'."
            .formatted(GROUPS, GROUPS, GroupSettings.MOST_GROUPS, settings.folder(), line),
        null);
  }

  /** Folder of Ratis. */
  public Path log() {
    return settings.folder().resolve("log");
  }

  /** Folder of the files of a group's log itself. */
  public Path segments(int number) {
    return log().resolve(group(number).toString()).resolve("current");
  }

  /** Ratis' file of term and vote; where it is missing Ratis takes the folder for a new one. */
  Path terms(int number) {
    return segments(number).resolve("raft-meta");
  }

  /** File of the word for the restore that these files came with. */
  public Path restored() {
    return settings.folder().resolve("restored");
  }

  /**
   * Marks an empty folder with snapshots in place as one that founds new groups with them.
   *
   * @param groups how many
   * @param word that tells this restore from others that lead on from where the backup ends
   */
  public void markRestored(int groups, String word) {
    try {
      Files.createDirectories(settings.folder());
      Files.writeString(restored(), word + "\n");
      for (int number = 0; number < groups; number++) {
        beginTerms(number, 1, number > 0);
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
    mark("found", groups);
  }

  /**
   * Makes what Ratis looks for of all groups but the first, which it is told of: it takes those up
   * that it finds. Harmless where they are.
   */
  void prepareOthers() {
    if (begun()) {
      return;
    }
    try {
      for (int number = 1; number < groups(); number++) {
        if (!Files.exists(terms(number))) {
          beginTerms(number, 0, !joining());
        }
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private void beginTerms(int number, int term, boolean withMembers) throws IOException {
    Files.createDirectories(segments(number));
    if (withMembers) {
      Files.write(segments(number).resolve("raft-meta.conf"), FirstMembers.of(settings.members()));
    }
    Path whole = segments(number).resolve("raft-meta.begun");
    Files.writeString(whole, "term=%d\nvotedFor=\n".formatted(term));
    Files.move(whole, terms(number), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Folder of the snapshots that a group's log begins with. */
  public Path snapshots(int number) {
    return log().resolve(group(number).toString()).resolve("sm");
  }

  /** Folder of the state of a group. */
  public Path state(int number) {
    return settings.folder().resolve(number == 0 ? "state" : "state-" + number);
  }

  /** Marks an empty folder as one that begins new groups. */
  public void markFounding() {
    mark("found", settings.newGroups());
  }

  /**
   * Marks an empty folder as one that is going to be added to running groups.
   *
   * @param groups how many they are
   */
  public void markJoining(int groups) {
    if (groups < 1 || groups > GroupSettings.MOST_GROUPS) {
      throw new JournalRefused(
          "Expected 1 to %d groups, but got %d.".formatted(GroupSettings.MOST_GROUPS, groups),
          null);
    }
    mark("join", groups);
  }

  private void mark(String word, int groups) {
    if (begun()) {
      throw new JournalRefused(
          "Expected an empty journal folder, but %s is in use as '%s'."
              .formatted(settings.folder(), memberLine()),
          null);
    }
    try {
      Files.createDirectories(settings.folder());
      Files.writeString(marked(word), GROUPS + groups + "\n");
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
    return Files.exists(marked("join"));
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
      DiskProbe.write(settings.folder());
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
    requireSameNumber();
    if (begun()) {
      if (!memberLine().equals(line())) {
        throw new JournalRefused(
            "Expected the journal folder %s to be of '%s', but it is of '%s'. Correct the settings."
                .formatted(settings.folder(), line(), memberLine()),
            null);
      }
      for (int number = 0; number < groups(); number++) {
        if (!Files.exists(terms(number))) {
          // Ratis would take it for a new folder and empty it
          throw new JournalRefused(
              "Expected the journal's term and vote in %s, but the file is missing. With other members: remove this one and add it under a new name. Alone: restore a backup."
                  .formatted(terms(number)),
              null);
        }
      }
      return;
    }
    boolean marked = joining() || Files.exists(marked("found"));
    if (settings.members().size() > 1 && !marked) {
      throw new JournalRefused(
          ("Expected the journal of member '%s' in %s, but the folder is empty. If its disk was lost,"
                  + " replace it: 'pliant controller remove %s', then 'pliant controller add'. If this is a"
                  + " new group: 'pliant journal found' once on each member.")
              .formatted(settings.self(), settings.folder(), settings.self()),
          null);
    }
  }

  /** What is in which group was decided at the beginning. */
  private void requireSameNumber() {
    if (settings.groups() != 0 && settings.groups() != groups()) {
      throw new JournalRefused(
          "Expected pliant.journal.raft.groups to be 0 or %d, with which the journal in %s began, but got %d. Their number cannot be changed later."
              .formatted(groups(), settings.folder(), settings.groups()),
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
      Files.deleteIfExists(marked("found"));
      Files.deleteIfExists(marked("join"));
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

  private Path marked(String word) {
    return settings.folder().resolve(word);
  }

  private Path memberFile() {
    return settings.folder().resolve("member");
  }

  /** A program that knows of one group only refuses a folder with more, by this line. */
  private String line() {
    int groups = groups();
    return settings.group() + " " + settings.self() + (groups == 1 ? "" : " " + GROUPS + groups);
  }

  private String memberLine() {
    return line(memberFile());
  }

  private String line(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }
}
