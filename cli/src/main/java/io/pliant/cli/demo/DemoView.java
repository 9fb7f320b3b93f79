package io.pliant.cli.demo;

import io.pliant.api.NodeEntry;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.terminal.Screen;
import io.pliant.cli.terminal.Terminal;
import io.pliant.cli.terminal.Terminal.Style;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the board: a page redrawn in place on a terminal, the log line by line elsewhere. */
final class DemoView {
  private static final int LABEL = 34;
  private static final int LOG_LINES = 6;

  /** Columns for the code of a job's end, right of the longest bar. */
  private static final int END = 4;

  private static final double SHORTEST_SPAN = 30;

  private final Terminal terminal;
  private final DemoBoard board;
  private final ClusterRecord cluster;
  private int logged;

  DemoView(Terminal terminal, DemoBoard board, ClusterRecord cluster) {
    this.terminal = terminal;
    this.board = board;
    this.cluster = cluster;
  }

  /** Clears the screen of a terminal once. */
  void open() {
    if (terminal.interactive()) {
      terminal.out().print("\u001b[2J");
    }
  }

  void draw() {
    if (terminal.interactive()) {
      Screen.of(terminal).draw(this::page);
      return;
    }
    List<String> fresh = board.logFrom(logged);
    fresh.forEach(terminal.out()::println);
    terminal.out().flush();
    logged += fresh.size();
  }

  private void page(Terminal page) {
    Instant now = Instant.now();
    page.out()
        .println(
            page.styled(Style.BOLD, "Pliant demo")
                + "  %.1f s   real jobs on %d controllers and %d nodes of this host"
                    .formatted(
                        board.seconds(now), cluster.controllers().size(), board.nodes().size()));
    page.out().println(controllers(page));
    page.out().println(nodes(page));
    page.out().println();
    int columns = Math.max(20, page.width() - LABEL - 1);
    double span = Math.max(SHORTEST_SPAN, board.seconds(now) * 1.05);
    TimeScale scale = new TimeScale(columns - END, span);
    page.out().println(page.styled(Style.DIM, " ".repeat(LABEL) + scale.ruler(columns)));
    for (JobProgress job : board.jobs()) {
      page.out().println(line(page, job, scale, now));
    }
    page.out().println();
    List<String> log = board.logFrom(0);
    log.subList(Math.max(0, log.size() - LOG_LINES), log.size())
        .forEach(text -> page.out().println(page.styled(Style.DIM, cut(text, page.width()))));
  }

  private String controllers(Terminal page) {
    StringBuilder line = new StringBuilder("controllers  ");
    for (ClusterRecord.Controller controller : cluster.controllers()) {
      String name = controller.name();
      if (name.equals(board.killed())) {
        line.append(page.styled(Style.BAD, name + " killed"));
      } else {
        String hosted = String.join(" and ", board.hostedBy(name));
        line.append(
            page.styled(Style.GOOD, name + (hosted.isEmpty() ? " up" : " up, hosts " + hosted)));
      }
      line.append("   ");
    }
    Duration outage = board.outage();
    if (outage != null && !board.recovered()) {
      line.append(
          page.styled(
              Style.WAIT, "fail-over under way for %.1f s".formatted(outage.toMillis() / 1000.0)));
    }
    return line.toString();
  }

  private String nodes(Terminal page) {
    StringBuilder line = new StringBuilder("nodes        ");
    String partition = "";
    for (NodeEntry node : board.nodes()) {
      String own = node.partition().value();
      if (!own.equals(partition)) {
        line.append(partition.isEmpty() ? "" : "   ").append(own).append(' ');
        partition = own;
      }
      int cpus = node.cpus();
      int used = Math.min(cpus, node.allocatedCpus());
      line.append('[').append(page.styled(Style.NOTE, "#".repeat(used)));
      line.append("-".repeat(cpus - used)).append(']');
    }
    return line.toString();
  }

  private String line(Terminal page, JobProgress job, TimeScale scale, Instant now) {
    String label =
        "%4d %-12s %-2s %-11s"
            .formatted(job.id(), cut(job.name(), 12), job.status().code(), cut(job.nodeList(), 11));
    return "%-34s".formatted(label) + bar(page, job, scale, now);
  }

  /**
   * Dots while it waits, hashes (or its number of nodes, when that changes) while it runs, then the
   * code of its end.
   */
  private String bar(Terminal page, JobProgress job, TimeScale scale, Instant now) {
    int from = scale.column(board.seconds(job.submittedAt()));
    Instant ended = job.endedAt();
    int to = scale.column(board.seconds(ended == null ? now : ended));
    int begun =
        job.startedAt() == null ? to : Math.max(from, scale.column(board.seconds(job.startedAt())));
    String waiting = ".".repeat(Math.max(0, begun - from));
    String running =
        job.startedAt() == null ? "" : running(job, begun, Math.max(1, to - begun), scale);
    Style style = endStyle(job);
    return " ".repeat(from)
        + page.styled(Style.DIM, waiting)
        + page.styled(style == null ? Style.NOTE : style, running)
        + (job.over() && style != null ? page.styled(style, " " + job.status().code()) : "");
  }

  private String running(JobProgress job, int from, int length, TimeScale scale) {
    if (!job.job().isMalleable()) {
      return "#".repeat(length);
    }
    StringBuilder digits = new StringBuilder();
    for (int column = from; column < from + length; column++) {
      int size = board.sizes().size(board.at(scale.seconds(column)));
      digits.append(size == 0 ? "#" : Integer.toString(size % 10));
    }
    return digits.toString();
  }

  private static @Nullable Style endStyle(JobProgress job) {
    return switch (job.status()) {
      case PENDING, RUNNING, SUSPENDED, COMPLETING -> null;
      case COMPLETED -> Style.GOOD;
      case CANCELLED, TIMEOUT, DEADLINE -> Style.WAIT;
      case FAILED, NODE_FAIL, OUT_OF_MEMORY -> Style.BAD;
    };
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "+";
  }
}
