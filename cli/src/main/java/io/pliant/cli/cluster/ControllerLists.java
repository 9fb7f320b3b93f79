package io.pliant.cli.cluster;

import io.pliant.cli.cluster.ClusterRecord.Controller;
import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lists that every process of a cluster of this host has in its configuration file, as {@link
 * ClusterPlan} writes them: read from each controller's own addresses.
 *
 * @param seeds where the controllers talk to each other, {@code host:port}
 * @param members their journals, {@code name=host:port}
 * @param agents where node agents dial in, {@code host:port}
 */
record ControllerLists(List<String> seeds, List<String> members, List<String> agents) {
  private static final Pattern CLUSTER = address("cluster");
  private static final Pattern AGENTS = address("agents");
  private static final Pattern JOURNAL = address("pliant\\.journal\\.raft");

  private static Pattern address(String block) {
    return Pattern.compile(block + " \\{ host = \"([^\"]+)\", port = (\\d+)");
  }

  static ControllerLists read(List<Controller> controllers) {
    List<String> seeds = new ArrayList<>();
    List<String> members = new ArrayList<>();
    List<String> agents = new ArrayList<>();
    for (Controller controller : controllers) {
      String text = text(controller.config());
      seeds.add(find(CLUSTER, text, controller));
      agents.add(find(AGENTS, text, controller));
      members.add(controller.name() + "=" + find(JOURNAL, text, controller));
    }
    return new ControllerLists(seeds, members, agents);
  }

  /** Puts the lists into these files; all else in them stays. */
  void write(List<String> controllers, List<String> nodes) {
    for (String file : controllers) {
      String text = text(file);
      text = replaced(text, "seeds", seeds);
      write(file, replaced(text, "members", members));
    }
    for (String file : nodes) {
      write(file, replaced(text(file), "controllers", agents));
    }
  }

  private static String replaced(String text, String key, List<String> values) {
    return text.replaceAll(
        "(\\b" + key + " = )\\[[^\\]]*\\]",
        "$1" + Matcher.quoteReplacement(ClusterPlan.quotedList(values)));
  }

  private static String find(Pattern pattern, String text, Controller controller) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw CommandFailure.operational(
          "Expected %s as 'pliant up' wrote it, with %s, but it was changed. Change the lists of controllers by hand (docs/operations.md)."
              .formatted(controller.config(), pattern.pattern().replaceAll("[\\\\].*", "")));
    }
    return found.group(1) + ":" + found.group(2);
  }

  private static String text(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to read %s, but %s.".formatted(file, e));
    }
  }

  private static void write(String file, String text) {
    try {
      Files.writeString(Path.of(file), text);
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to write %s, but %s.".formatted(file, e));
    }
  }
}
