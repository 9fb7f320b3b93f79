package io.pliant.runtime;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The pid file of a role in its folder, held locked while the process lives: one process to a
 * folder.
 */
final class ProcessFile implements AutoCloseable {
  private final Path file;
  private final FileChannel lock;

  private ProcessFile(Path file, FileChannel lock) {
    this.file = file;
    this.lock = lock;
  }

  /** Writes {@code <role>.pid} in {@code dir}; throws IOException when another process has it. */
  static ProcessFile claim(Path dir, String role) throws IOException {
    Path file = dir.resolve(role + ".pid");
    Files.createDirectories(dir);
    FileChannel lock =
        FileChannel.open(
            dir.resolve(role + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!tryLock(lock)) {
      lock.close();
      throw new IOException(
          "Expected to be the only %s in %s, but process %s is running. Stop it or use another folder."
              .formatted(role, dir, Files.exists(file) ? Files.readString(file).strip() : "?"));
    }
    Files.writeString(file, ProcessHandle.current().pid() + "\n");
    return new ProcessFile(file, lock);
  }

  /** False when another process has the lock, or this one has it already. */
  private static boolean tryLock(FileChannel lock) throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    lock.close();
  }
}
