package io.pliant.cli.cluster;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Keeps other commands that start or stop a cluster out of its state folder. */
final class ClusterLock implements AutoCloseable {
  private static final long LOOK_NANOS = 100_000_000;

  private final StateFolder folder;
  private final FileChannel file;
  private final FileLock lock;

  private ClusterLock(StateFolder folder, FileChannel file, FileLock lock) {
    this.folder = folder;
    this.file = file;
    this.lock = lock;
  }

  private static FileChannel openLock(StateFolder folder) throws IOException {
    // who may read a file may lock it, too, and so keep its owner out
    return FileChannel.open(
        folder.lockFile(),
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** Takes the lock, or refuses when another command has it. */
  static ClusterLock take(StateFolder folder) throws IOException {
    return take(folder, Duration.ZERO, () -> {});
  }

  /**
   * Takes the lock once the command that has it has ended.
   *
   * @param patience for how long that is waited for; then it is refused
   * @param waits called once when there is something to wait for
   */
  static ClusterLock take(StateFolder folder, Duration patience, Runnable waits)
      throws IOException {
    FileChannel file = openLock(folder);
    long until = System.nanoTime() + patience.toNanos();
    FileLock lock = tryLock(file);
    if (lock == null && !patience.isZero()) {
      waits.run();
    }
    while (lock == null) {
      if (System.nanoTime() >= until) {
        file.close();
        throw busy(folder);
      }
      LockSupport.parkNanos(LOOK_NANOS);
      lock = tryLock(file);
    }
    return new ClusterLock(folder, file, lock);
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // of this process
    }
  }

  private static CommandFailure busy(StateFolder folder) {
    return CommandFailure.operational(
        "Another 'pliant up', 'down' or 'demo' is at work on %s. Wait for it to end."
            .formatted(folder.path()));
  }

  @Override
  public void close() {
    try {
      lock.release();
      file.close();
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to unlock %s, but %s.".formatted(folder.path(), e));
    }
  }
}
