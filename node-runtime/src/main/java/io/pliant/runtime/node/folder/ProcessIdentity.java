package io.pliant.runtime.node.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Names one process for good: process numbers are used again, these three together are not.
 *
 * @param pid its number
 * @param startTicks when it started, in clock ticks since the host did
 * @param bootId the run of the host
 */
public record ProcessIdentity(long pid, long startTicks, String bootId) {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final int START_TIME = 19;

  /** The present run of the host. */
  static String currentBoot() throws IOException {
    return Files.readString(BOOT_ID).strip();
  }

  /** True while exactly that process lives. */
  public boolean alive() {
    try {
      if (!bootId.equals(currentBoot())) {
        return false;
      }
      String stat =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return !fields[0].equals("Z") && Long.parseLong(fields[START_TIME]) == startTicks;
    } catch (IOException e) {
      return false; // no such process
    }
  }
}
