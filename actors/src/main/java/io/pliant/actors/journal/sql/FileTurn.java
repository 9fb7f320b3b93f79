package io.pliant.actors.journal.sql;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A turn by a kernel lock on a file. SQLite's own waiting is polling with growing pauses, in which
 * a busy controller keeps the others out for seconds; the kernel wakes who waits. A controller that
 * has just written steps back for a moment, in which the one that woke gets in. The kernel frees
 * the lock of a process that dies.
 */
final class FileTurn implements Turn {
  private static final Duration STEP_BACK = Duration.ofNanos(300_000);
  private static final Duration WITHIN_ONE_PROCESS = Duration.ofMillis(1);
  private static final int IO_ERROR = 10;

  private final Path file;
  private @Nullable FileChannel channel;
  private @Nullable FileLock lock;
  private long given;

  FileTurn(Path file) {
    this.file = file;
  }

  @Override
  public void take() throws SQLException {
    if (System.nanoTime() - given < STEP_BACK.toNanos()) {
      LockSupport.parkNanos(STEP_BACK.toNanos());
    }
    try {
      FileChannel open = channel == null ? open() : channel;
      channel = open;
      lock = lock(open);
    } catch (IOException e) {
      throw new SQLException(
          "Expected to lock %s, but %s".formatted(file, e.getMessage()), "", IO_ERROR, e);
    }
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static FileLock lock(FileChannel open) throws IOException {
    while (true) {
      try {
        return open.lock();
      } catch (OverlappingFileLockException e) {
        // Another actor system of this very process has it; Java does not let the kernel queue us.
        LockSupport.parkNanos(WITHIN_ONE_PROCESS.toNanos());
      }
    }
  }

  @Override
  public void give() throws SQLException {
    FileLock held = lock;
    lock = null;
    if (held != null) {
      given = System.nanoTime();
      try {
        held.release();
      } catch (IOException e) {
        throw new SQLException("Expected to unlock %s, but failed".formatted(file), e);
      }
    }
  }

  @Override
  public void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
