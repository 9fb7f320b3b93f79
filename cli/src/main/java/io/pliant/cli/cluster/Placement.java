package io.pliant.cli.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where on this host the processes of a cluster run, and in what surroundings. */
public interface Placement {
  /** All on 127.0.0.1, as plain processes. */
  Placement PLAIN = new Placement() {};

  /** Address that a controller listens on. */
  default String host(String controller) {
    return "127.0.0.1";
  }

  /**
   * Command that replaces itself by the one that follows it.
   *
   * @param process name of the controller, or host list of the agent's nodes
   */
  default List<String> prefix(String process) {
    return List.of();
  }

  /**
   * Folder of the {@code pliant} script that starts a process, asked at each start.
   *
   * @param own the one of this program
   */
  default Path home(String process, Path own) {
    return own;
  }

  /** Environment variables to add. */
  default Map<String, String> environment(String process) {
    return Map.of();
  }
}
