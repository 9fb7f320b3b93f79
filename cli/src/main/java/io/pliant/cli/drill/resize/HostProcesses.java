package io.pliant.cli.drill.resize;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tasks of a drill that really run on this host, whatever anybody thinks of them. */
public final class HostProcesses {
  private static final Path PROC = Path.of("/proc");

  private HostProcesses() {}

  /**
   * A process of a task.
   *
   * @param node the node on which it was started
   */
  public record Running(long pid, String node, long job) {}

  /** Those whose environment has that mark. */
  public static List<Running> of(String mark) throws IOException {
    List<Running> running = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        Map<String, String> variables = environment(process);
        String node = variables.get("SLURMD_NODENAME");
        if (node != null && mark.equals(variables.get(ResizeClient.MARK))) {
          running.add(
              new Running(
                  Long.parseLong(process.getFileName().toString()),
                  node,
                  Long.parseLong(variables.getOrDefault("SLURM_JOB_ID", "0"))));
        }
      }
    }
    return running;
  }

  /** SIGKILL; returns when the process is gone. */
  public static void kill(long pid) {
    ProcessHandle process = ProcessHandle.of(pid).orElse(null);
    if (process == null || !process.destroyForcibly()) {
      throw CommandFailure.operational(
          "Expected process %d to be there to be killed, but it is not.".formatted(pid));
    }
    Poll.until("process %d to be gone".formatted(pid), () -> !process.isAlive());
  }

  /** Empty for a process that is gone or another user's. */
  private static Map<String, String> environment(Path process) {
    Map<String, String> variables = new HashMap<>();
    try {
      String text =
          new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.UTF_8);
      for (String variable : text.split("\0", -1)) {
        int equals = variable.indexOf('=');
        if (equals > 0) {
          variables.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
      }
    } catch (IOException e) {
      return Map.of();
    }
    return variables;
  }
}
