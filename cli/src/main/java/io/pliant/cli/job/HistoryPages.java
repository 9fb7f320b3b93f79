package io.pliant.cli.job;

import io.pliant.api.HistoryEntry;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads accounting page by page: a controller gives so many jobs at a time and no more. */
public final class HistoryPages {
  static final int PAGE = 10_000;

  private HistoryPages() {}

  /**
   * Jobs, newest first, with texts as they came.
   *
   * @param question what is asked for, without a limit; made anew for each page
   * @param most so many jobs and no more
   */
  public static List<HistoryEntry> read(
      Controllers controllers, Supplier<Target> question, int most) {
    List<HistoryEntry> jobs = new ArrayList<>();
    read(controllers, question, most, body -> jobs.addAll(jobs(body)));
    return jobs;
  }

  /** Bodies of the answers, each a JSON list of jobs. */
  static void read(
      Controllers controllers, Supplier<Target> question, int most, Consumer<String> each) {
    String before = null;
    int left = most;
    while (left > 0) {
      int limit = Math.min(left, PAGE);
      Target target = question.get().with("limit", Integer.toString(limit)).with("before", before);
      String body = controllers.text(Request.get(target.toString()));
      each.accept(body);
      if (most <= PAGE) {
        return;
      }
      List<HistoryEntry> page = jobs(body);
      left = page.size() < limit ? 0 : left - page.size();
      before = page.isEmpty() ? null : page.getLast().job().toString();
    }
  }

  private static List<HistoryEntry> jobs(String body) {
    return Answers.exactList(body, HistoryEntry.class);
  }
}
