package io.pliant.cli.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells our processes from others that were given the same number later. */
public final class ProcessIdentity {
  private ProcessIdentity() {}

  /** True when process {@code pid} runs with this configuration file on its command line. */
  public static boolean runs(long pid, String config) {
    if (pid <= 0) {
      return false;
    }
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline"));
      String[] arguments = new String(line, StandardCharsets.UTF_8).split("\0", -1);
      for (int i = 0; i + 1 < arguments.length; i++) {
        if (arguments[i].equals("--config") && arguments[i + 1].equals(config)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }
}
