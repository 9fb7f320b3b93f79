package io.pliant.cli.drill;

import io.pliant.cli.invocation.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Two releases side by side in one cluster. Controllers begin with the other release, as before an
 * upgrade, and agents with either in turn. Each further start of a process is of the release that
 * its last start was not of: so a cluster is upgraded, and put back, process by process while it
 * works (docs/upgrades.md).
 */
final class DrillReleases {
  private static final String CONTROLLER = "c";

  private final Path other;
  private final Map<String, Boolean> others = new TreeMap<>();
  private boolean agent;

  private DrillReleases(Path other) {
    this.other = other;
  }

  /**
   * This release and another.
   *
   * @param other its built tree, the folder of its {@code pliant} script
   */
  static DrillReleases beside(Path other) {
    Path folder = other.toAbsolutePath().normalize();
    if (!Files.isExecutable(folder.resolve("pliant"))
        || !Files.isReadable(folder.resolve("target/dist/pliant.env"))) {
      throw CommandFailure.usage(
          "Expected the built tree of another release, but %s has no pliant, or no target/dist. Make one: libexec/release.sh COMMIT DIR"
              .formatted(folder));
    }
    return new DrillReleases(folder);
  }

  /**
   * Which release a process starts with now.
   *
   * @param process name of the controller, or of the agent's node
   * @param own folder of this release
   */
  synchronized Path home(String process, Path own) {
    boolean older = others.compute(process, (_, last) -> last == null ? first(process) : !last);
    return older ? other : own;
  }

  private boolean first(String process) {
    if (process.startsWith(CONTROLLER)) {
      return true;
    }
    agent = !agent;
    return agent;
  }

  /** Which processes were last started from the other release, in words. */
  synchronized String now() {
    return others.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(Map.Entry::getKey)
        .reduce((all, one) -> all + " " + one)
        .map(names -> "of the other release: " + names)
        .orElse("all of this release");
  }
}
