package io.pliant.cli.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Tells our processes from others that were given the same number later. */
public final class ProcessIdentity {
  private static final long PATIENCE_NANOS = Duration.ofMillis(500).toNanos();
  private static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();

  private ProcessIdentity() {}

  /** True when process {@code pid} runs with this configuration file on its command line. */
  public static boolean runs(long pid, String config) {
    if (pid <= 0) {
      return false;
    }
    Path process = Path.of("/proc", Long.toString(pid));
    try {
      String[] arguments = commandLine(process).split("\0", -1);
      for (int i = 0; i + 1 < arguments.length; i++) {
        if (arguments[i].equals("--config") && arguments[i + 1].equals(config)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false; // there is no such process
    }
  }

  /**
   * Arguments with a zero byte after each. While the kernel replaces one program by the next, as
   * {@code setsid} and the shell's {@code exec} make it do, the line is empty or cut short for a
   * moment; that of a process that has ended and is not collected yet stays empty.
   */
  private static String commandLine(Path process) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      String line = Files.readString(process.resolve("cmdline"), StandardCharsets.UTF_8);
      if (line.endsWith("\0") || ended(process) || System.nanoTime() > end) {
        return line;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** The state is the first letter behind the name in brackets, which may hold anything. */
  private static boolean ended(Path process) throws IOException {
    String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
    String state = stat.substring(stat.lastIndexOf(')') + 1).strip();
    return state.startsWith("Z") || state.startsWith("X");
  }
}
