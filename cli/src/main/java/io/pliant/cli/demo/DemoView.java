package io.pliant.cli.demo;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.json.Json;
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
                        board.seconds(now), cluster.controllers().size(), cluster.nodes().size()));
    page.out().println(controllers(page));
    page.out().println(nodes(page));
    page.out().println();
    int columns = Math.max(20, page.width() - LABEL - 1);
    double span = Math.max(SHORTEST_SPAN, board.seconds(now) * 1.05);
    page.out().println(page.styled(Style.DIM, " ".repeat(LABEL) + ruler(columns, span)));
    for (JobProgress job : board.jobs()) {
      page.out().println(line(page, job, columns, span, now));
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
      } else if (name.equals(board.host())) {
        line.append(page.styled(Style.GOOD, name + " up, hosts the partition"));
      } else {
        line.append(page.styled(Style.GOOD, name + " up"));
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
    for (Json node : board.nodes()) {
      int cpus = (int) node.get("cpus").number();
      int used = (int) Math.min(cpus, node.get("allocatedCpus").number());
      line.append(node.get("node").text()).append(" [");
      line.append(page.styled(Style.NOTE, "#".repeat(used))).append("-".repeat(cpus - used));
      line.append("]  ");
    }
    return line.toString();
  }

  private String line(Terminal page, JobProgress job, int columns, double span, Instant now) {
    String label =
        "%4d %-12s %-2s %-11s"
            .formatted(job.id(), cut(job.name(), 12), job.status().code(), cut(job.nodeList(), 11));
    return "%-34s".formatted(label) + bar(page, job, columns, span, now);
  }

  /** Dots while it waits, hashes while it runs, then the code of its end. */
  private String bar(Terminal page, JobProgress job, int columns, double span, Instant now) {
    int from = column(job.submittedAt(), columns, span);
    Instant ended = job.endedAt();
    int to = column(ended == null ? now : ended, columns, span);
    int begun =
        job.startedAt() == null ? to : Math.max(from, column(job.startedAt(), columns, span));
    String waiting = ".".repeat(Math.max(0, begun - from));
    String running = job.startedAt() == null ? "" : "#".repeat(Math.max(1, to - begun));
    Style style = endStyle(job);
    return " ".repeat(from)
        + page.styled(Style.DIM, waiting)
        + page.styled(style == null ? Style.NOTE : style, running)
        + (job.over() && style != null ? page.styled(style, " " + job.status().code()) : "");
  }

  private static @Nullable Style endStyle(JobProgress job) {
    return switch (job.status()) {
      case PENDING, RUNNING, COMPLETING -> null;
      case COMPLETED -> Style.GOOD;
      case CANCELLED, TIMEOUT -> Style.WAIT;
      case FAILED, NODE_FAIL -> Style.BAD;
    };
  }

  private int column(Instant at, int columns, double span) {
    int column = (int) (board.seconds(at) / span * (columns - 4));
    return Math.max(0, Math.min(columns - 4, column));
  }

  private static String ruler(int columns, double span) {
    StringBuilder ruler = new StringBuilder(" ".repeat(columns));
    int step = span > 60 ? 20 : 5;
    for (int second = 0; second < span; second += step) {
      String mark = second + " s";
      int at = (int) (second / span * (columns - 4));
      if (at + mark.length() <= columns) {
        ruler.replace(at, at + mark.length(), mark);
      }
    }
    return ruler.toString();
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "+";
  }
}
