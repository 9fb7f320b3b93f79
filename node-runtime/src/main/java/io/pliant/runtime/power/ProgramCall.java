package io.pliant.runtime.power;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls a program again and again without waiting for it; one that takes too long is ended. */
final class ProgramCall implements AutoCloseable {
  /** How long a call may take. */
  static final Duration LIMIT = Duration.ofSeconds(5);

  private final List<String> command;
  private final long intervalNanos;
  private @Nullable Process running;
  private long startedNanos;
  private boolean started;

  /** A call that is over: what it printed, or why it failed. */
  record Answer(@Nullable String output, @Nullable String failure) {}

  ProgramCall(List<String> command, Duration interval) {
    this.command = List.copyOf(command);
    this.intervalNanos = interval.toNanos();
  }

  /** The program of that name: an absolute path, or of a folder of {@code PATH}; null for none. */
  static @Nullable Path find(String program) {
    if (program.startsWith("/")) {
      return Files.isExecutable(Path.of(program)) ? Path.of(program) : null;
    }
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "/usr/sbin:/usr/bin:/sbin:/bin" : path).split(":", -1)) {
      Path file = Path.of(folder, program);
      if (file.isAbsolute() && Files.isExecutable(file) && !Files.isDirectory(file)) {
        return file;
      }
    }
    return null;
  }

  /** Calls it and waits for the answer, at most {@link #LIMIT}. */
  Answer once() throws InterruptedException {
    try {
      start();
      Process process = running;
      if (process != null && !process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return tooSlow(process);
      }
      return process == null ? failed("it did not start") : answer(process);
    } catch (IOException e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  /** Starts a call when it is time, and tells the answer when there is one; else null. */
  @Nullable Answer poll(long nanos) {
    Process process = running;
    try {
      if (process != null) {
        if (!process.isAlive()) {
          return answer(process);
        }
        return nanos - startedNanos > LIMIT.toNanos() ? tooSlow(process) : null;
      }
      if (!started || nanos - startedNanos >= intervalNanos) {
        started = true;
        startedNanos = nanos;
        start();
      }
      return null;
    } catch (IOException e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  private void start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LC_ALL", "C");
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    running = builder.start();
  }

  private Answer answer(Process process) throws IOException {
    running = null;
    String printed = written(process.getInputStream());
    String errors = written(process.getErrorStream());
    if (process.exitValue() == 0) {
      return new Answer(printed, null);
    }
    String said = errors.isBlank() ? printed : errors;
    return failed(
        "it ended with code %d: %s"
            .formatted(process.exitValue(), said.lines().findFirst().orElse("")));
  }

  /** What an ended process left in a pipe; waits for nobody who may still hold its other end. */
  private static String written(InputStream pipe) throws IOException {
    try (pipe) {
      return new String(pipe.readNBytes(pipe.available()), StandardCharsets.ISO_8859_1);
    }
  }

  private Answer tooSlow(Process process) {
    end(process);
    running = null;
    return failed("it took longer than %d s".formatted(LIMIT.toSeconds()));
  }

  private Answer failed(String why) {
    return new Answer(null, "%s: %s".formatted(String.join(" ", command), why));
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() {
    Process process = running;
    running = null;
    if (process != null) {
      end(process);
    }
  }
}
