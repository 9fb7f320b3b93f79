package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Another user of this host, with no group but his own, who tries what {@code second-user.pl} can.
 *
 * @param uid user and group number
 * @param script where the program lies, readable by everybody
 */
record OtherUser(int uid, Path script) {

  /** Puts the program into a folder that everybody can reach. */
  static OtherUser of(int uid, Path publicFolder) throws IOException {
    Path script = publicFolder.resolve("second-user.pl");
    try (InputStream in = OtherUser.class.getResourceAsStream("second-user.pl")) {
      Files.write(script, Objects.requireNonNull(in).readAllBytes());
    }
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("r-xr-xr-x"));
    return new OtherUser(uid, script);
  }

  /** Words that make the command after them this user's. */
  List<String> prefix() {
    return List.of(
        "setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--inh-caps=-all", "--");
  }

  /** What the program prints; fails when it does not end with 0. */
  List<String> tries(String... words) {
    List<String> command = new ArrayList<>(prefix());
    command.add("perl");
    command.add(script.toString());
    command.addAll(List.of(words));
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectInput(Path.of("/dev/null").toFile())
              .start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
          || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new AssertionError(
            "Expected %s to end with 0, but it did not: %s".formatted(command, out));
      }
      return out.lines().toList();
    } catch (IOException e) {
      throw new AssertionError("Expected to run " + command + ", but: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Expected to run " + command + ", but was interrupted.", e);
    }
  }
}
