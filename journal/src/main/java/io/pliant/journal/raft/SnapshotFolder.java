package io.pliant.journal.raft;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.SnapshotRetentionPolicy;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.impl.FileListSnapshotInfo;
import org.jspecify.annotations.Nullable;

/**
 * Copies of the state that the log begins with, each a folder {@code snapshot.TERM_INDEX}. Two are
 * kept, and any that is young: it may be on its way to another member.
 */
final class SnapshotFolder implements StateMachineStorage {
  private static final Pattern NAME = Pattern.compile("snapshot\\.(\\d+)_(\\d+)");

  /** Ending of the name of a copy that is not whole yet. */
  static final String BEGUN = ".begun";

  private static final int KEPT = 2;
  private static final int MOST = 8;
  private static final Duration YOUNG = Duration.ofMinutes(2);

  private volatile @Nullable Path folder;
  private volatile @Nullable FileListSnapshotInfo latest;

  /** A copy on the disk. */
  record Copy(Path path, TermIndex at) {
    static Stream<Copy> of(Path path) {
      Matcher name = NAME.matcher(String.valueOf(path.getFileName()));
      return name.matches()
          ? Stream.of(
              new Copy(
                  path,
                  TermIndex.valueOf(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))))
          : Stream.empty();
    }
  }

  @Override
  public void init(RaftStorage storage) throws IOException {
    folder = storage.getStorageDir().getStateMachineDir().toPath();
    dropBegun();
    reload();
  }

  /** A copy that was being made when the process ended. */
  private void dropBegun() throws IOException {
    if (Files.isDirectory(root())) {
      List<Path> begun;
      try (Stream<Path> all = Files.list(root())) {
        begun = all.filter(path -> path.toString().endsWith(BEGUN)).toList();
      }
      for (Path path : begun) {
        delete(path);
      }
    }
  }

  /** Looks at the disk again; returns the newest copy, or null. */
  @Nullable Copy reload() throws IOException {
    List<Copy> copies = copies();
    if (copies.isEmpty()) {
      latest = null;
      return null;
    }
    Copy newest = copies.getLast();
    List<FileInfo> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(newest.path())) {
      all.filter(SnapshotFolder::content)
          .sorted()
          .forEach(file -> files.add(new FileInfo(file, null)));
    }
    latest = new FileListSnapshotInfo(files, newest.at());
    return newest;
  }

  /** Where a copy of that entry is to be made. */
  Path place(TermIndex at) {
    return root().resolve("snapshot." + at.getTerm() + "_" + at.getIndex());
  }

  @Override
  public @Nullable SnapshotInfo getLatestSnapshot() {
    return latest;
  }

  @Override
  public void format() {}

  @Override
  public void cleanupOldSnapshots(SnapshotRetentionPolicy policy) throws IOException {
    List<Copy> copies = copies();
    Instant old = Instant.now().minus(YOUNG);
    for (int i = 0; i < copies.size() - KEPT; i++) {
      boolean many = copies.size() - i > MOST;
      Path path = copies.get(i).path();
      if (many || Files.getLastModifiedTime(path).toInstant().isBefore(old)) {
        delete(path);
      }
    }
  }

  /**
   * Makes a folder of the state from a copy: what never changes is linked, the rest is written anew
   * and forced to the disk.
   */
  static void install(Path copy, Path state) throws IOException {
    Path fresh = state.resolveSibling(state.getFileName() + ".new");
    delete(fresh);
    Files.createDirectories(fresh);
    List<Path> files;
    try (Stream<Path> all = Files.list(copy)) {
      files = all.filter(SnapshotFolder::content).toList();
    }
    for (Path file : files) {
      Path to = fresh.resolve(file.getFileName());
      if (file.toString().endsWith(".sst")) {
        Files.createLink(to, file);
      } else {
        Files.copy(file, to);
      }
      force(to);
    }
    delete(state);
    Files.move(fresh, state);
    force(fresh.resolveSibling(""));
  }

  static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static void delete(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> found = Files.walk(path)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.deleteIfExists(each);
    }
  }

  /** Ratis lays a checksum beside each file that it receives. */
  private static boolean content(Path file) {
    return !file.toString().endsWith(".md5");
  }

  private List<Copy> copies() throws IOException {
    Path root = root();
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(root)) {
      return all.filter(path -> attributes(path).isDirectory())
          .flatMap(Copy::of)
          .sorted(Comparator.comparing(Copy::at))
          .toList();
    }
  }

  private static BasicFileAttributes attributes(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The folder itself. */
  Path root() {
    Path known = folder;
    if (known == null) {
      throw new IllegalStateException("Expected the folder of snapshots, but it is not known yet.");
    }
    return known;
  }
}
