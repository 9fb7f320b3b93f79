package io.pliant.imp;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a task finds its node agent and its peers. {@link #fromEnvironment} is what a job's task
 * uses.
 *
 * @param socket the agent's Unix domain socket; null to run alone, as a world of one task
 * @param task the word by which the agent knows this task
 * @param host name or address that other tasks dial
 * @param heartbeat interval of signs of life between tasks
 * @param silence a peer that says nothing for so long counts as gone
 * @param agentPatience how long the task goes on without its agent, or waits for it at its start,
 *     before it gives up
 * @param limitPerPeer bytes of undelivered messages per peer before it is slowed down
 */
public record ImpOptions(
    @Nullable Path socket,
    String task,
    String host,
    Duration heartbeat,
    Duration silence,
    Duration agentPatience,
    long limitPerPeer) {
  /** Path of the agent's socket. */
  public static final String SOCKET = "PLIANT_ADAPT_SOCKET";

  /** The task's word. */
  public static final String TASK = "PLIANT_ADAPT_TASK";

  /** Address for the other tasks; default 127.0.0.1. */
  public static final String HOST = "PLIANT_ADAPT_HOST";

  /** Checks the durations. */
  public ImpOptions {
    if (heartbeat.isNegative() || heartbeat.isZero() || silence.compareTo(heartbeat) <= 0) {
      throw new IllegalArgumentException(
          "Expected a heartbeat above zero and below the silence, but got "
              + heartbeat
              + " and "
              + silence
              + ".");
    }
  }

  /**
   * Options for an agent at {@code socket} that knows this task as {@code task}; the rest by
   * default.
   */
  public static ImpOptions at(Path socket, String task) {
    return defaults(socket, task, "127.0.0.1");
  }

  /** Options for a world of one task without a scheduler. */
  public static ImpOptions alone() {
    return defaults(null, "alone", "127.0.0.1");
  }

  /** What the agent put into the environment; {@link #alone} when it put nothing there. */
  public static ImpOptions fromEnvironment(Map<String, String> environment) {
    String socket = environment.get(SOCKET);
    if (socket == null || socket.isEmpty()) {
      return alone();
    }
    String task = environment.get(TASK);
    if (task == null || task.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected " + TASK + " beside " + SOCKET + ", but it is not set.");
    }
    return defaults(Path.of(socket), task, environment.getOrDefault(HOST, "127.0.0.1"));
  }

  private static ImpOptions defaults(@Nullable Path socket, String task, String host) {
    long limit = Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 8);
    return new ImpOptions(
        socket,
        task,
        host,
        Duration.ofSeconds(1),
        Duration.ofSeconds(20),
        Duration.ofMinutes(10),
        limit);
  }

  /** The same with other signs of life. */
  public ImpOptions withHeartbeat(Duration interval, Duration quiet) {
    return new ImpOptions(socket, task, host, interval, quiet, agentPatience, limitPerPeer);
  }
}
