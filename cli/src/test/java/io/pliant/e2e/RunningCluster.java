package io.pliant.e2e;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Endpoint;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A cluster of this host as a test sees it from outside.
 *
 * @param folder its state folder
 */
record RunningCluster(Path folder) {
  /** For what must come to hold: a test looks for what hangs, not for what is slow. */
  static final Duration PATIENCE = Duration.ofMinutes(6);

  /** Between two looks, first and at most: a look may be a process, and others want the machine. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
  private static final int LAST_LINES = 60;

  /** Its processes, as they stand in its record now. */
  ClusterRecord record() {
    try {
      return ClusterRecord.parse(Files.readString(folder.resolve("cluster.json")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client of all its controllers that tries again while none answers. */
  Controllers controllers() {
    List<Endpoint> endpoints =
        record().controllers().stream()
            .map(c -> (Endpoint) new Endpoint.Unix(Path.of(String.valueOf(c.socket()))))
            .toList();
    return Controllers.of(endpoints, null, () -> true, _ -> {});
  }

  /** What a controller answers. */
  Json get(String path) {
    return controllers().json(Request.get(path));
  }

  String statusOf(long job) {
    return get("/v1/jobs/" + job).get("status").text();
  }

  /** How a job's size has changed, oldest first: kind, result and size of each resize. */
  List<String> sizes(long job) {
    return get("/v1/jobs/" + job + "/sizes").list().stream()
        .map(s ->
            "%s %s %d"
                .formatted(s.get("kind").text(), s.get("result").text(), s.get("size").number()))
        .toList();
  }

  /** The last lines of each process's log. */
  String logs() {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> logs = Files.list(folder.resolve("log"))) {
      for (Path log : logs.sorted().toList()) {
        List<String> lines = Files.readAllLines(log);
        all.append(log.getFileName()).append('\n');
        lines
            .subList(Math.max(0, lines.size() - LAST_LINES), lines.size())
            .forEach(line -> all.append("  ").append(line).append('\n'));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toString();
  }

  /**
   * Copies the logs of all processes to where they outlive the test, in the module's target.
   *
   * @return where they are
   */
  Path keepLogs() {
    try (Stream<Path> logs = Files.list(folder.resolve("log"))) {
      Path target = Files.createDirectories(Path.of("target", "logs-of-failures").toAbsolutePath());
      Path kept = Files.createTempDirectory(target, "cluster-");
      for (Path log : logs.toList()) {
        Files.copy(log, kept.resolve(log.getFileName()));
      }
      return kept;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL; returns when the process is gone. */
  static void kill(long pid) {
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    await("process " + pid + " to be gone", Duration.ofMinutes(1), () -> !process.isAlive());
  }

  /** Waits for a condition; while controllers are away it does not hold. */
  static void await(String what, Duration patience, BooleanSupplier condition) {
    await(what, patience, condition, () -> "no more is known");
  }

  /** Waits for a condition; when it does not come to hold, the failure has that evidence. */
  static void await(
      String what, Duration patience, BooleanSupplier condition, Supplier<String> evidence) {
    long end = System.nanoTime() + patience.toNanos();
    long pause = PAUSE.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() >= end) {
        throw new AssertionError("waited in vain for " + what + ": " + evidence.get());
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(pause * 3 / 2, LONGEST_PAUSE.toNanos());
    }
  }

  private static boolean holds(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (CommandFailure e) {
      return false;
    }
  }
}
