package io.pliant.sim.command;

import io.pliant.sim.replay.Replay;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes the decisions of a live partition again, and says where they differ. */
@Command(
    name = "replay",
    description =
        "Give the views of decision logs (decision-log.folder) to the same policy again and compare the plans. Exit code 1 when any differs.",
    footer = {"", "Example:", "  pliant sim replay decisions/main.c1.jsonl"})
final class ReplayCommand implements Callable<Integer> {
  private static final int SHOWN = 5;

  private final PrintStream out;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Decision logs.")
  private List<Path> files = List.of();

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  ReplayCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    List<Replay> replays = files.stream().map(Replay::of).toList();
    int differing = 0;
    for (int i = 0; i < files.size(); i++) {
      Replay replay = replays.get(i);
      differing += replay.differences().size();
      out.println(
          "%s: %d rounds, %d starts, %d differing plans%s"
              .formatted(
                  files.get(i),
                  replay.rounds(),
                  replay.started(),
                  replay.differences().size(),
                  replay.cut() ? "; the last line is incomplete and was left out" : ""));
      replay.differences().stream().limit(SHOWN).forEach(text -> out.println("  " + text));
    }
    return differing == 0 ? 0 : SimFailure.FAILED;
  }
}
