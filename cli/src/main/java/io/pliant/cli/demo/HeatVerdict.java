package io.pliant.cli.demo;

import io.pliant.cli.terminal.Terminal;
import io.pliant.cli.terminal.Terminal.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What became of the job that changes size: the sizes it had, and whether its answer is the one of
 * the same program on a fixed number of nodes.
 *
 * @param job the job, or 0 when it was not submitted
 * @param end when it ended
 * @param answer digest of its answer, or empty
 * @param rigid digest of the answer of the run of fixed size, or empty
 * @param guest the job that had some of its nodes meanwhile, or null
 */
record HeatVerdict(
    long job,
    SizeTimeline sizes,
    Instant end,
    String answer,
    String rigid,
    @Nullable JobProgress guest) {
  private static final Pattern DIGEST = Pattern.compile("digest ([0-9a-f]{16}), right");
  private static final int CHART = 64;
  private static final int MARGIN = 5;

  /** Reads what both programs wrote. */
  static HeatVerdict of(DemoBoard board, Path output) throws IOException {
    long job = 0;
    Instant end = Instant.now();
    String answer = "";
    String rigid = "";
    JobProgress guest = null;
    for (JobProgress progress : board.jobs()) {
      guest = progress.job().moment() == DemoJob.Moment.WHEN_GROWN ? progress : guest;
      if (progress.job().script().equals(DemoJob.HEAT)) {
        String found = digest(output.resolve(progress.name() + "-" + progress.id() + ".out"));
        if (progress.job().isMalleable()) {
          job = progress.id();
          answer = found;
          end = progress.endedAt() == null ? end : progress.endedAt();
        } else {
          rigid = found;
        }
      }
    }
    return new HeatVerdict(job, board.sizes(), end, answer, rigid, guest);
  }

  private static String digest(Path output) throws IOException {
    try {
      Matcher matcher = DIGEST.matcher(Files.readString(output));
      return matcher.find() ? matcher.group(1) : "";
    } catch (NoSuchFileException e) {
      return ""; // the job wrote nothing, which the verdict says
    }
  }

  /** Whether it grew, shrank and grew again, and gave the right answer. */
  boolean right() {
    return sizes.wentThrough(DemoJob.HEAT_SIZES) && !answer.isEmpty() && answer.equals(rigid);
  }

  void print(Terminal terminal) {
    terminal.out().println();
    terminal.out().println("Nodes of job %d (heat) over its life:".formatted(job));
    if (!sizes.points().isEmpty()) {
      TimeScale scale = new TimeScale(CHART, Math.max(1, secondsAfterStart(end)));
      for (String line : sizes.chart(scale)) {
        String bar = terminal.styled(Style.NOTE, line.substring(MARGIN));
        terminal.out().println(line.substring(0, MARGIN) + bar);
      }
      terminal.out().println(" ".repeat(MARGIN) + scale.ruler(CHART + MARGIN).stripTrailing());
      terminal.out().println(steps());
    }
    boolean same = !answer.isEmpty() && answer.equals(rigid);
    terminal
        .out()
        .println(
            terminal.styled(
                same ? Style.GOOD : Style.BAD,
                "Its answer is %s, that of the same program on two fixed nodes is %s: %s."
                    .formatted(
                        shown(answer),
                        shown(rigid),
                        same ? "the same to the last bit" : "NOT THE SAME")));
  }

  private static String shown(String digest) {
    return digest.isEmpty() ? "missing" : digest;
  }

  private String steps() {
    StringBuilder text = new StringBuilder("     ");
    List<SizeTimeline.Point> points = sizes.points();
    text.append("starts on ").append(points.getFirst().nodes());
    for (int i = 1; i < points.size(); i++) {
      int before = points.get(i - 1).nodes();
      int now = points.get(i).nodes();
      text.append(
          ", %s %d at %.1f s"
              .formatted(
                  now > before ? "grows to" : "shrinks to",
                  now,
                  secondsAfterStart(points.get(i).at())));
    }
    text.append('.');
    if (guest != null && guest.startedAt() != null && guest.endedAt() != null) {
      text.append(
          "%n     Job %d (%s) of fixed size had %s from %.1f s to %.1f s."
              .formatted(
                  guest.id(),
                  guest.name(),
                  guest.nodeList(),
                  secondsAfterStart(guest.startedAt()),
                  secondsAfterStart(guest.endedAt())));
    }
    return text.toString();
  }

  private double secondsAfterStart(Instant at) {
    Instant start = sizes.points().getFirst().at();
    return (at.toEpochMilli() - start.toEpochMilli()) / 1000.0;
  }
}
