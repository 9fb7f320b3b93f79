package io.pliant.cli.cluster;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Keeps other commands that start or stop a cluster out of its state folder. */
final class ClusterLock implements AutoCloseable {
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
    FileChannel file = openLock(folder);
    try {
      FileLock lock = file.tryLock();
      if (lock != null) {
        return new ClusterLock(folder, file, lock);
      }
    } catch (OverlappingFileLockException e) {
      throw busy(folder);
    }
    file.close();
    throw busy(folder);
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
