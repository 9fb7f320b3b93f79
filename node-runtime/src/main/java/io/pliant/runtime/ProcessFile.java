package io.pliant.runtime;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
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
    FileLock held = lock.tryLock();
    if (held == null) {
      lock.close();
      throw new IOException(
          "Expected to be the only %s in %s, but process %s is running. Stop it or use another folder."
              .formatted(role, dir, Files.exists(file) ? Files.readString(file).strip() : "?"));
    }
    Files.writeString(file, ProcessHandle.current().pid() + "\n");
    return new ProcessFile(file, lock);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    lock.close();
  }
}
