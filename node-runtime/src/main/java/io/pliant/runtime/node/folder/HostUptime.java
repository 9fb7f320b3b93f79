package io.pliant.runtime.node.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The clock of the host that nobody can set: time since it was started, its sleep included. All
 * processes of the host read the same.
 */
public final class HostUptime {
  private static final Path UPTIME = Path.of("/proc/uptime");

  private HostUptime() {}

  /** Milliseconds, in steps of ten. */
  public static long millis() {
    try {
      String text = Files.readString(UPTIME, StandardCharsets.US_ASCII);
      return Math.round(Double.parseDouble(text.substring(0, text.indexOf(' '))) * 1000);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Expected to read %s, but %s. Pliant's node role needs Linux with /proc mounted."
              .formatted(UPTIME, e.getMessage()),
          e);
    }
  }
}
