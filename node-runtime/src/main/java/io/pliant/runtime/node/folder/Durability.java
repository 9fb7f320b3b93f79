package io.pliant.runtime.node.folder;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes changes of a directory survive a power loss. */
final class Durability {
  private Durability() {}

  /** Returns once the entries of the directory are on disk. */
  static void syncDirectory(Path dir) throws IOException {
    try (FileChannel channel = FileChannel.open(dir, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
