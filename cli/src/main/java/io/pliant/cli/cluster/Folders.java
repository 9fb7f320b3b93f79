package io.pliant.cli.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes folders, and removes those that we made. */
public final class Folders {
  private Folders() {}

  /** Makes a folder with these permissions, unless it is there. */
  static void make(Path path, String permissions) throws IOException {
    if (!Files.isDirectory(path)) {
      Files.createDirectories(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    }
  }

  /** Removes a folder with all that is in it. */
  public static void remove(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to remove " + folder + ", but it failed.", e);
    }
  }
}
