package io.pliant.runtime.node.step;

import io.pliant.core.id.NodeName;
import io.pliant.core.launch.StepLaunch;
import io.pliant.runtime.node.folder.StepKeys;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether a launch order can be carried out on a node at all. */
final class LaunchCheck {
  private static final String NUL = "\0";

  private LaunchCheck() {}

  /** Why not, as a sentence for the user, or null when nothing speaks against it. */
  static @Nullable String refusal(StepLaunch launch, NodeName node, HostFacts host) {
    if (!StepKeys.fits(launch.step())) {
      return "Expected smaller step numbers, but got " + launch.step() + ".";
    }
    if (!launch.node().equals(node)) {
      return "Expected an order for node %s, but it is for node %s.".formatted(node, launch.node());
    }
    if (!host.impersonates() && launch.user().uid() != host.uid()) {
      return ("Expected to start tasks of user %s (uid %d), but the agent of node %s runs as %s"
              + " (uid %d) and only root can start tasks of others.")
          .formatted(launch.user().name(), launch.user().uid(), node, host.user(), host.uid());
    }
    if (launch.taskCount() < 1 || launch.firstRank() < 0 || launch.killGraceSeconds() < 0) {
      return "Expected at least 1 task, ranks from 0 and a grace of at least 0 s, but got %d, %d and %d."
          .formatted(launch.taskCount(), launch.firstRank(), launch.killGraceSeconds());
    }
    List<Integer> ranks = launch.ranks();
    if (ranks != null && ranks.size() != launch.taskCount()) {
      return "Expected as many ranks as tasks, but got %d and %d."
          .formatted(ranks.size(), launch.taskCount());
    }
    if (launch.script() == null && launch.command().isEmpty()) {
      return "Expected a script or a command, but got neither.";
    }
    if (!launch.workingDirectory().startsWith("/")) {
      return "Expected an absolute working directory, but got '%s'."
          .formatted(launch.workingDirectory());
    }
    String bad = texts(launch).filter(text -> text.contains(NUL)).findFirst().orElse(null);
    return bad == null
        ? null
        : "Expected no NUL character in command, environment and paths, but found one in '%s'."
            .formatted(bad.replace(NUL, "\\0"));
  }

  private static Stream<String> texts(StepLaunch launch) {
    Stream<String> environment =
        launch.environment().entrySet().stream().flatMap(LaunchCheck::nameAndValue);
    Stream<@Nullable String> rest =
        Stream.of(
            launch.workingDirectory(),
            launch.user().name(),
            launch.files().output(),
            launch.files().error(),
            launch.files().input(),
            launch.io() == null ? null : launch.io().secret());
    return Stream.concat(
        Stream.concat(environment, launch.command().stream()), rest.flatMap(Stream::ofNullable));
  }

  private static Stream<String> nameAndValue(Map.Entry<String, String> variable) {
    return Stream.of(variable.getKey(), variable.getValue());
  }
}
