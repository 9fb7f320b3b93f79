package io.pliant.runtime.node;

import io.pliant.core.node.Health;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tries what every launch needs of a node: to write and sync a file in its folder, and, on a node
 * in doubt, to start a process. May take long on a host in trouble, so it runs beside the agent.
 */
record NodeProbe(Path dir) {
  private static final String PROGRAM = "/bin/true";
  private static final int BYTES = 64 * 1024;
  private static final int PATIENCE_SECONDS = 10;

  /**
   * Looks.
   *
   * @param inDoubt whether to start a process, too: a copy of the agent for a moment, which is too
   *     much for each minute of a node that is well and whose launches would tell
   */
  Health run(boolean inDoubt) {
    String trouble = writing();
    return new Health(trouble == null && inDoubt ? starting() : trouble);
  }

  private @Nullable String writing() {
    Path file = dir.resolve("probe");
    try {
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      } finally {
        Files.deleteIfExists(file);
      }
      return null;
    } catch (IOException e) {
      return "Expected to write %d kB to %s, but %s.".formatted(BYTES / 1024, file, reason(e));
    }
  }

  private static @Nullable String starting() {
    try {
      Process process =
          new ProcessBuilder(PROGRAM)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "Expected %s to end, but it still runs after %d s."
            .formatted(PROGRAM, PATIENCE_SECONDS);
      }
      return process.exitValue() == 0
          ? null
          : "Expected %s to end with 0, but got %d.".formatted(PROGRAM, process.exitValue());
    } catch (IOException e) {
      return "Expected to start %s, but %s.".formatted(PROGRAM, reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "Expected to start %s, but was interrupted.".formatted(PROGRAM);
    }
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
