package io.pliant.journal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Whether a disk can be written, so that what is opened again does not fail at its first step. */
public final class DiskProbe {
  private static final int BYTES = 1 << 20;

  private DiskProbe() {}

  /**
   * Writes and forces a megabyte in that folder, and removes it.
   *
   * @throws IOException when that cannot be done
   */
  public static void write(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "probe", "");
    try {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
