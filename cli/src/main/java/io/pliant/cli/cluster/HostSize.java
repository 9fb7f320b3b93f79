package io.pliant.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this host has.
 *
 * @param memoryMb megabytes of memory
 */
public record HostSize(int cpus, int memoryMb) {
  private static final int UNKNOWN_MB = 4096;

  public static HostSize detect() {
    return new HostSize(Runtime.getRuntime().availableProcessors(), memory());
  }

  private static int memory() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
        if (line.startsWith("MemTotal:")) {
          return (int) (Long.parseLong(line.replaceAll("\\D", "")) / 1024);
        }
      }
      return UNKNOWN_MB;
    } catch (IOException e) {
      return UNKNOWN_MB;
    }
  }
}
