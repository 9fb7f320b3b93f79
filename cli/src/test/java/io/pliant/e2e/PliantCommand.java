package io.pliant.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The {@code ./pliant} command of this working tree, used on one cluster.
 *
 * @param prefix words before the launcher, for example those that make it another user's
 * @param script the launcher
 * @param clusterFolder what is passed as {@code --dir}
 * @param workingFolder where the command is run
 * @param environment variables set besides those of this process
 */
record PliantCommand(
    List<String> prefix,
    Path script,
    Path clusterFolder,
    Path workingFolder,
    Map<String, String> environment) {
  /** For the start of a cluster. */
  static final Duration UP = Duration.ofMinutes(6);

  /** For a command that waits for nothing: one that hangs is found, a busy host is no fault. */
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private static final Duration DRILL = Duration.ofMinutes(30);

  /** What a run of the command gave. */
  record Result(int exit, String out, String err) {
    private static final int LINES_TOLD = 12;

    /** Standard output without the last line end; fails when the command did not exit with 0. */
    String expectSuccess() {
      if (exit != 0) {
        // the end of both in one line: a summary of failures shows no more
        throw new AssertionError(
            "Expected exit code 0, but got %d. out: %s err: %s%nout: %s%nerr: %s"
                .formatted(exit, end(out), end(err), out, err));
      }
      return out.strip();
    }

    private static String end(String output) {
      List<String> lines = output.strip().lines().toList();
      return String.join(
          " | ", lines.subList(Math.max(0, lines.size() - LINES_TOLD), lines.size()));
    }
  }

  static PliantCommand of(Path root, Path clusterFolder, Path workingFolder) {
    return new PliantCommand(
        List.of(), root.resolve("pliant"), clusterFolder, workingFolder, Map.of());
  }

  /** The same command with these variables set. */
  PliantCommand with(Map<String, String> variables) {
    return new PliantCommand(prefix, script, clusterFolder, workingFolder, variables);
  }

  /** The same command run by another user. */
  PliantCommand as(OtherUser user) {
    return new PliantCommand(user.prefix(), script, clusterFolder, workingFolder, environment);
  }

  /** The folder with the launcher: this one or the nearest above it. */
  static Path root() {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.isExecutable(folder.resolve("pliant"))) {
        return folder;
      }
    }
    throw new IllegalStateException(
        "Expected to find ./pliant in or above " + Path.of("").toAbsolutePath() + ".");
  }

  /** Runs {@code pliant verb --dir folder arguments}, at most {@code limit}. */
  Result run(Duration limit, String verb, List<String> arguments) {
    List<String> line = new ArrayList<>(prefix);
    line.add(script.toString());
    line.add(verb);
    line.add("--dir");
    line.add(clusterFolder.toString());
    line.addAll(arguments);
    return runLine(limit, line);
  }

  /** Runs {@code pliant words}, without {@code --dir}. */
  Result plain(String... words) {
    return plain(LIMIT, words);
  }

  /** The same, at most {@code limit}. */
  Result plain(Duration limit, String... words) {
    List<String> line = new ArrayList<>(prefix);
    line.add(script.toString());
    line.addAll(List.of(words));
    return runLine(limit, line);
  }

  /**
   * A whole {@code pliant drill words}; when it fails, the logs of its cluster outlive the test.
   */
  Result drill(String... words) {
    List<String> line = new ArrayList<>(List.of("drill"));
    line.addAll(List.of(words));
    line.addAll(List.of("--dir", clusterFolder.toString()));
    Result result = plain(DRILL, line.toArray(String[]::new));
    if (result.exit() == 0 || !Files.isDirectory(clusterFolder.resolve("log"))) {
      return result;
    }
    String kept = "The logs are in " + new RunningCluster(clusterFolder).keepLogs();
    return new Result(
        result.exit(), result.out(), result.err().strip() + System.lineSeparator() + kept);
  }

  private Result runLine(Duration limit, List<String> line) {
    try {
      return run(limit, line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Expected to wait for " + line + ", but was interrupted.", e);
    }
  }

  Result run(String verb, String... arguments) {
    return run(LIMIT, verb, List.of(arguments));
  }

  /**
   * Starts a cluster of emulated nodes with a cpu each.
   *
   * @param more options of {@code pliant up}
   */
  void upEmulated(int controllers, int nodes, String partition, String... more) {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--controllers", Integer.toString(controllers), "--nodes", "0"));
    options.addAll(List.of("--emulate", Integer.toString(nodes), "--cpus-per-node", "1"));
    options.addAll(List.of("--partition", partition));
    options.addAll(List.of(more));
    run(UP, "up", options).expectSuccess();
  }

  private Result run(Duration limit, List<String> line) throws IOException, InterruptedException {
    Path out = Files.createTempFile("pliant", ".out");
    Path err = Files.createTempFile("pliant", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(line).directory(workingFolder.toFile());
      builder.environment().remove("PLIANT_HOME");
      builder.environment().putAll(environment);
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      builder.redirectOutput(out.toFile()).redirectError(err.toFile());
      Process process = builder.start();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(
            "Expected %s to end within %s, but it did not.%nout: %s%nerr: %s"
                .formatted(line, limit, Files.readString(out), Files.readString(err)));
      }
      return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
