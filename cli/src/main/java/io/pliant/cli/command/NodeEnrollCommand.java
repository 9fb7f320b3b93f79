package io.pliant.cli.command;

import io.pliant.api.WordReply;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a one-time word; the other half, on the new node, is in the program of the node. */
@Command(
    description = {
      "Let new nodes in. At a controller, with NODES: make a one-time word. Operators only.",
      "On the new node, with --config and --word: make a key there, and get its certificate for the word."
    },
    footer = {
      "",
      "Examples:",
      "  pliant node enroll n[001-004]                                       at a controller",
      "  pliant node enroll --config /etc/pliant/node.conf --word plw1...    on the node"
    })
public final class NodeEnrollCommand implements Callable<Integer> {
  private static final int LONGEST_MINUTES = 7 * 24 * 60;

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(
      arity = "0..1",
      paramLabel = "NODES",
      description = "The nodes of one agent, as a host list.")
  private @Nullable String nodes;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "How long the word counts: 1 to 10080 minutes, 60 if not given.")
  private int minutes = 60;

  @Option(names = "--config", paramLabel = "FILE", description = "The node's configuration file.")
  private @Nullable String config;

  @Option(
      names = "--word",
      paramLabel = "WORD",
      description = "The word, used up by this; - reads it from standard input.")
  private @Nullable String word;

  public NodeEnrollCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (word != null || config != null) {
      throw CommandFailure.usage( // the launcher script takes both to the node's program
          "Expected --config FILE and --word WORD together and nothing else, or NODES alone.");
    }
    if (nodes == null) {
      throw CommandFailure.usage(
          "Expected the nodes to enroll, for example: pliant node enroll n[001-004]");
    }
    if (minutes < 1 || minutes > LONGEST_MINUTES) {
      throw CommandFailure.usage(
          "Expected --minutes from 1 to %d, but got %d.".formatted(LONGEST_MINUTES, minutes));
    }
    Controllers controllers = access.connect(context);
    String body = Json.write(Map.of("nodes", nodes, "seconds", 60L * minutes));
    String answer = controllers.text(Request.post(Target.of("nodes", "words").toString(), body));
    if (access.json()) {
      context.terminal().out().println(answer);
      return 0;
    }
    WordReply made = Answers.one(answer, WordReply.class);
    context.terminal().out().println(made.word());
    context
        .terminal()
        .note(
            "On the node, once, until %s: pliant node enroll --config FILE --word WORD"
                .formatted(made.until()));
    return 0;
  }
}
