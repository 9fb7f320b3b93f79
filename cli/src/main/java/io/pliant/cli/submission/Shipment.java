package io.pliant.cli.submission;

import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What every submission carries besides its options. */
public final class Shipment {
  /** Environment variable with a submission key of the user's own. */
  private static final String KEY = "PLIANT_SUBMISSION_KEY";

  private static final List<String> NOT_INHERITED =
      List.of("PLIANT_TOKEN", KEY, "PLIANT_FULL_CLIENT");
  private static final int SECRET_BYTES = 16;

  private Shipment() {}

  /**
   * The environment that a job inherits: the caller's, with the cluster it belongs to, and with
   * {@code srun} and its relatives found first.
   */
  public static Map<String, String> environment(Context context, StateFolder folder) {
    Map<String, String> environment = new TreeMap<>(context.environment());
    String names = context.home().resolve("libexec/slurm").toString();
    String path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    if (!path.equals(names) && !path.startsWith(names + ":")) {
      environment.put("PATH", names + ":" + path);
    }
    if (context.variable("PLIANT_CONTROLLERS") == null) {
      environment.put("PLIANT_HOME", folder.path().toString());
    }
    NOT_INHERITED.forEach(environment::remove);
    environment.putAll(OwnLimits.variables());
    String host = hostName();
    if (!host.isEmpty()) {
      environment.put("SLURM_SUBMIT_HOST", host);
    }
    return environment;
  }

  /**
   * What makes a repetition of this submission harmless: {@code PLIANT_SUBMISSION_KEY} when it is
   * set, so that a script can repeat one, else a word that was never used before.
   */
  public static String submissionKey(Context context) {
    String key = context.variable(KEY);
    return key == null ? "retry-" + randomWord() : key;
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return ""; // a kernel without it: the variable is optional
    }
  }

  /** The folder from which the command was called; absolute. */
  public static String workingDirectory() {
    return Path.of("").toAbsolutePath().toString();
  }

  /**
   * 32 hexadecimal digits that nobody can guess. Read directly: SecureRandom costs start-up time.
   */
  public static String randomWord() {
    try (InputStream random = Files.newInputStream(Path.of("/dev/urandom"))) {
      return HexFormat.of().formatHex(random.readNBytes(SECRET_BYTES));
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to read /dev/urandom, but " + e.getMessage());
    }
  }
}
