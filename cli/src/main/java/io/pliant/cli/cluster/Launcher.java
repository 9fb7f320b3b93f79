package io.pliant.cli.cluster;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.hostlist.Hostlist;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Starts our processes apart from this one, and stops them.
 *
 * @param home folder of the {@code pliant} script
 * @param placement where they run
 */
record Launcher(Path home, Placement placement) {
  private static final int TAIL_LINES = 15;
  private static final int AGENT_HEAP_MB = 64;
  private static final List<String> OPERATORS_VARIABLES =
      List.of("PLIANT_JDK", "PLIANT_CONTROLLER_OPTS", "PLIANT_NODE_OPTS");

  /**
   * Starts a role in a session of its own, so that Ctrl-C and the end of the terminal do not reach
   * it. The script replaces itself by the Java process, so the process id returned stays good.
   *
   * @param name of the controller, or host list of the agent's nodes
   */
  long start(String role, String name, Path config, Path log) {
    Path release = placement.home(name, home);
    List<String> command = new ArrayList<>(placement.prefix(name));
    command.addAll(
        List.of(
            "setsid", release.resolve("pliant").toString(), role, "--config", config.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(release.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(Launcher::belongsToCaller);
    builder.environment().put("PLIANT_NO_REBUILD", "1");
    builder.environment().putAll(placement.environment(name));
    if (role.equals("node")) {
      builder.environment().merge("PLIANT_NODE_OPTS", heap(name), (own, ours) -> ours + " " + own);
    }
    try {
      return builder.start().pid();
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to start a %s (log %s), but %s. 'setsid' comes with the package util-linux."
              .formatted(role, log, e.getMessage()));
    }
  }

  /** Each node that an agent stands for has a connection of its own, with its buffers for TLS. */
  private static String heap(String names) {
    return "-Xmx%dm".formatted(AGENT_HEAP_MB + Hostlist.expand(names).size());
  }

  /** Sends SIGTERM, and SIGKILL to what is still there after the grace; at once when it is zero. */
  static void stop(List<Long> pids, Duration grace) {
    List<ProcessHandle> processes = processes(pids);
    if (!grace.isZero()) {
      processes.forEach(ProcessHandle::destroy);
    }
    for (ProcessHandle process : stillThere(processes, grace)) {
      process.destroyForcibly();
      ended(process, Duration.ofSeconds(5).toNanos());
    }
  }

  /**
   * The same for all controllers of a cluster: SIGHUP first, at which none waits for another. What
   * is still there after half of the grace, as it may ignore that (nohup), is stopped as above.
   */
  static void stopTogether(List<Long> controllers, Duration grace) {
    Duration half = grace.dividedBy(2);
    if (half.isZero() || controllers.isEmpty() || !hangUp(controllers)) {
      stop(controllers, grace);
      return;
    }
    List<ProcessHandle> left = stillThere(processes(controllers), half);
    stop(left.stream().map(ProcessHandle::pid).toList(), half);
  }

  /** False where no program sends signals. One that ended meanwhile is no failure. */
  private static boolean hangUp(List<Long> pids) {
    List<String> command = new ArrayList<>(List.of("kill", "-HUP"));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    try {
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      return true;
    } catch (IOException noSuchProgram) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational("Interrupted.");
    }
  }

  private static List<ProcessHandle> processes(List<Long> pids) {
    return pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
  }

  /** Those that have not ended by themselves within that time. */
  private static List<ProcessHandle> stillThere(List<ProcessHandle> processes, Duration within) {
    long end = System.nanoTime() + within.toNanos();
    return processes.stream().filter(process -> !ended(process, end - System.nanoTime())).toList();
  }

  /** The last lines of a log, ready to follow a sentence. */
  static String tail(Path log) {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
      return ". The end of " + log + ":\n  " + String.join("\n  ", last);
    } catch (IOException e) {
      return ". Its log " + log + " cannot be read.";
    }
  }

  private static boolean ended(ProcessHandle process, long nanos) {
    try {
      process.onExit().get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return !process.isAlive();
    } catch (ExecutionException e) {
      return !process.isAlive();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational("Interrupted.");
    }
  }

  /** A cluster started from inside a job must not take itself for a part of that job. */
  private static boolean belongsToCaller(String variable) {
    return variable.startsWith("SLURM_")
        || (variable.startsWith("PLIANT_") && !OPERATORS_VARIABLES.contains(variable));
  }
}
