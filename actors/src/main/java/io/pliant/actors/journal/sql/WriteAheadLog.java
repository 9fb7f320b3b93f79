package io.pliant.actors.journal.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Looks into SQLite's write-ahead log for damage. SQLite takes the first frame with a wrong
 * checksum for the end of the log and forgets what follows, without a word. Frames of the same log
 * that end a transaction after that point were acknowledged once.
 *
 * <p>Format: https://www.sqlite.org/fileformat2.html#walformat
 */
final class WriteAheadLog {
  private static final int HEADER = 32;
  private static final int FRAME_HEADER = 24;
  private static final int MAGIC = 0x377f0682;

  private final Path file;
  private final ByteBuffer bytes;
  private final int pageSize;
  private final long salt;
  private int sum0;
  private int sum1;

  private WriteAheadLog(Path file, ByteBuffer bytes) {
    this.file = file;
    this.bytes = bytes;
    this.pageSize = bytes.getInt(8);
    this.salt = bytes.getLong(16);
  }

  /**
   * Fails when acknowledged commits are in the log that SQLite would leave out. The caller holds
   * the write lock.
   *
   * @throws DamagedLog naming the file, the place and the remedy
   */
  static void refuseDamage(Path file) {
    if (!Files.exists(file)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // until all of it is read
      }
      bytes.flip();
      if (bytes.limit() > HEADER && (bytes.getInt(0) & ~1) == MAGIC) {
        new WriteAheadLog(file, bytes).check();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void check() {
    int whole = HEADER;
    boolean headerIsWhole = sum(0, HEADER - 8) && matches(HEADER - 8);
    if (headerIsWhole) {
      while (frameAt(whole) && frameIsWhole(whole)) {
        whole += FRAME_HEADER + pageSize;
      }
    }
    int lost = 0;
    for (int at = whole; frameAt(at); at += FRAME_HEADER + pageSize) {
      if (bytes.getLong(at + 8) == salt && bytes.getInt(at + 4) != 0) {
        lost++;
      }
    }
    if (lost > 0) {
      throw new DamagedLog(
          ("the log %s is damaged at byte %d and %d acknowledged transaction(s) after it cannot be read."
                  + " Restore the journal from a backup; or, to go on without them, run: sqlite3 %s"
                  + " 'PRAGMA wal_checkpoint(TRUNCATE)'")
              .formatted(file, whole, lost, file.toString().replaceAll("-wal$", "")));
    }
  }

  private boolean frameAt(int at) {
    return pageSize > 0 && at + FRAME_HEADER + pageSize <= bytes.limit();
  }

  private boolean frameIsWhole(int at) {
    return bytes.getLong(at + 8) == salt
        && sum(at, 8)
        && sum(at + FRAME_HEADER, pageSize)
        && matches(at + 16);
  }

  private boolean matches(int at) {
    return bytes.getInt(at) == sum0 && bytes.getInt(at + 4) == sum1;
  }

  /** Carries the running checksum on over {@code length} bytes; always true. */
  private boolean sum(int from, int length) {
    boolean big = (bytes.getInt(0) & 1) == 1;
    ByteBuffer words =
        bytes.duplicate().order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    for (int at = from; at < from + length; at += 8) {
      sum0 += words.getInt(at) + sum1;
      sum1 += words.getInt(at + 4) + sum0;
    }
    return true;
  }
}
