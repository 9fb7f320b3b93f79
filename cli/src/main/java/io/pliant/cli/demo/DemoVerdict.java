package io.pliant.cli.demo;

import io.pliant.api.HistoryEntry;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.terminal.Terminal;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.Column;
import io.pliant.core.id.ExitStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares three records of the same jobs: what was acknowledged, what accounting says, and the
 * marks that the scripts themselves left.
 *
 * @param lost jobs acknowledged but not in accounting, or never started
 * @param doubled jobs that started more than once, or that nobody submitted
 * @param wrong jobs that did not end as they had to
 * @param rows one line for each job
 */
record DemoVerdict(int jobs, int lost, int doubled, int wrong, List<List<String>> rows) {
  private static final long SETTLE_NANOS = 15_000_000_000L;
  private static final List<Column> COLUMNS =
      List.of(
          Column.right("JOB"),
          Column.text("NAME", 8),
          Column.left("EXPECTED"),
          Column.left("ACCOUNTED"),
          Column.right("EXIT"),
          Column.right("STARTED"),
          Column.right("FINISHED"),
          Column.left("VERDICT"));

  /** Reads accounting and the marks; waits a little for accounting to catch up. */
  static DemoVerdict of(List<JobProgress> jobs, Controllers controllers, Path marks)
      throws IOException, InterruptedException {
    Map<Long, HistoryEntry> accounted = accounted(jobs, controllers);
    int lost = 0;
    int wrong = 0;
    int doubled = Math.max(0, accounted.size() - jobs.size());
    List<List<String>> rows = new ArrayList<>();
    for (JobProgress job : jobs) {
      Marks left = Marks.read(marks, job.id());
      HistoryEntry entry = accounted.get(job.id());
      if (entry == null || left.starts() == 0) {
        lost++;
      }
      if (left.starts() > 1 || left.ranks() > left.distinctRanks()) {
        doubled++;
      }
      boolean right = entry != null && fits(job.job(), entry) && left.fit(job.job());
      wrong += right ? 0 : 1;
      rows.add(row(job, entry, left, right));
    }
    return new DemoVerdict(jobs.size(), lost, doubled, wrong, rows);
  }

  boolean allRight() {
    return lost == 0 && doubled == 0 && wrong == 0 && jobs > 0;
  }

  void print(Terminal terminal) {
    int verdict = COLUMNS.size() - 1;
    terminal.print(
        TextTable.of(COLUMNS, rows),
        true,
        (row, column, cell) ->
            row < 0
                ? terminal.styled(Style.BOLD, cell)
                : column == verdict
                    ? terminal.styled(cell.startsWith("right") ? Style.GOOD : Style.BAD, cell)
                    : cell);
    terminal.out().println();
    terminal
        .out()
        .println(
            "%d jobs acknowledged, %d lost, %d started twice, %d of %d ended as they had to."
                .formatted(jobs, lost, doubled, jobs - wrong, jobs));
  }

  private static boolean fits(DemoJob job, HistoryEntry entry) {
    return entry.status() == job.status() && job.exitFits(exit(entry)) && entry.attempts() == 1;
  }

  private static List<String> row(
      JobProgress job,
      @org.jspecify.annotations.Nullable HistoryEntry entry,
      Marks left,
      boolean right) {
    return List.of(
        Long.toString(job.id()),
        job.name(),
        job.job().status() + (job.job().exit().success() ? "" : " " + job.job().exit()),
        entry == null ? "nothing" : entry.status().name(),
        entry == null ? "" : exit(entry).toString(),
        times(left.starts()) + (left.ranks() > 0 ? " +" + left.ranks() + " ranks" : ""),
        times(left.ends()),
        right ? "right" : "WRONG");
  }

  private static String times(int count) {
    return switch (count) {
      case 0 -> "no";
      case 1 -> "once";
      default -> count + " times";
    };
  }

  private static ExitStatus exit(HistoryEntry entry) {
    ExitStatus exit = entry.exit();
    return exit == null ? ExitStatus.SUCCESS : exit;
  }

  /** All jobs of the cluster in accounting, ours or not. */
  private static Map<Long, HistoryEntry> accounted(List<JobProgress> jobs, Controllers controllers)
      throws InterruptedException {
    long end = System.nanoTime() + SETTLE_NANOS;
    Map<Long, HistoryEntry> accounted = new TreeMap<>();
    while (true) {
      accounted.clear();
      Request history = Request.get(Target.of("history").with("limit", "1000").toString());
      for (HistoryEntry entry : controllers.list(history, HistoryEntry.class)) {
        accounted.put(entry.job().value(), entry);
      }
      boolean settled =
          jobs.stream()
              .allMatch(job -> {
                HistoryEntry entry = accounted.get(job.id());
                return entry != null && entry.status().terminal();
              });
      if (settled || System.nanoTime() > end) {
        return accounted;
      }
      Thread.sleep(100);
    }
  }
}
