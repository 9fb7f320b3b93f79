package io.pliant.cli.drill.history;

import io.pliant.cli.drill.history.History.Acknowledged;
import io.pliant.cli.drill.history.History.Cancelled;
import io.pliant.cli.drill.history.History.Mark;
import io.pliant.cli.drill.history.History.Read;
import io.pliant.cli.drill.history.History.Rewind;
import io.pliant.cli.drill.history.Violation.Kind;
import io.pliant.core.id.JobStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rules for submissions, starts and cancels of a {@link History}; pure. */
public final class HistoryCheck {
  /** A start that the backup does not have may have happened so much before it. */
  private static final double REPORT_SECONDS = 15;

  /** Whatever breaks, a task is reached and ended within this time, unless its agent is lost. */
  private static final double KILL_SECONDS = 60;

  private final History history;
  private final List<Violation> found = new ArrayList<>();
  private final Map<Long, List<Acknowledged>> byJob = new TreeMap<>();
  private final Map<String, List<Acknowledged>> byKey = new HashMap<>();
  private final Map<Long, List<Mark>> starts = new TreeMap<>();
  private final Map<Long, List<Read>> endReads = new HashMap<>();

  private HistoryCheck(History history) {
    this.history = history;
    for (Acknowledged answer : byTime(history.acknowledged())) {
      byJob.computeIfAbsent(answer.job(), _ -> new ArrayList<>()).add(answer);
      byKey.computeIfAbsent(answer.key(), _ -> new ArrayList<>()).add(answer);
    }
    history.marks().stream()
        .filter(mark -> !mark.ended())
        .sorted(Comparator.comparingDouble(Mark::at))
        .forEach(mark -> starts.computeIfAbsent(mark.job(), _ -> new ArrayList<>()).add(mark));
    history.reads().stream()
        .filter(read -> read.status().terminal())
        .forEach(read -> endReads.computeIfAbsent(read.job(), _ -> new ArrayList<>()).add(read));
  }

  /** All that does not fit, by rule and job. */
  public static List<Violation> of(History history) {
    HistoryCheck check = new HistoryCheck(history);
    check.acknowledgedJobsRan();
    check.startsAreSingle();
    check.startsWereAcknowledged();
    check.keysAreSingle();
    check.numbersAreSingle();
    check.cancelsHold();
    check.found.addAll(ReadCheck.of(history));
    return List.copyOf(check.found);
  }

  /** How many acknowledged jobs never started because a restore has forgotten them. */
  public static int forgotten(History history) {
    HistoryCheck check = new HistoryCheck(history);
    return (int)
        check.byJob.values().stream()
            .filter(answers -> !check.starts.containsKey(answers.getLast().job()))
            .filter(answers -> check.forgotten(answers.getLast().at()))
            .count();
  }

  private void acknowledgedJobsRan() {
    Set<Long> cancelled = new HashSet<>();
    history.cancelled().forEach(cancel -> cancelled.add(cancel.job()));
    byJob.forEach((job, answers) -> {
      Acknowledged last = answers.getLast();
      if (!starts.containsKey(job) && !cancelled.contains(job) && !forgotten(last.at())) {
        add(Kind.LOST, job, "the jobs' marks", told(last), "there is no start of it");
      }
    });
  }

  private void startsAreSingle() {
    starts.forEach((job, all) -> {
      Map<Integer, Mark> firsts = new TreeMap<>();
      for (Mark start : all) {
        Mark first = firsts.putIfAbsent(start.restart(), start);
        if (first != null && !mayRepeat(first, start)) {
          add(Kind.TWICE, job, "the job", told(first), told(start));
        }
        if (start.restart() > 0 && !mayRestart(start)) {
          add(Kind.RESTARTED, job, "the job", told(all.getFirst()), told(start));
        }
      }
    });
  }

  /** What the backup did not know of is started once more. */
  private boolean mayRepeat(Mark first, Mark again) {
    return history.rewinds().stream()
        .anyMatch(rewind ->
            first.at() >= rewind.from() - REPORT_SECONDS
                && first.at() <= rewind.until()
                && again.at() > rewind.until());
  }

  private boolean mayRestart(Mark start) {
    return history.losses().stream().anyMatch(span -> span.covers(start.at()));
  }

  /** A submission without an answer may have become a job, but no second one. */
  private void startsWereAcknowledged() {
    Map<String, Mark> ran = new HashMap<>();
    starts.forEach((job, all) -> {
      Mark start = all.getFirst();
      List<Acknowledged> answers = byKey.getOrDefault(start.key(), List.of());
      Mark other = ran.putIfAbsent(start.key(), start);
      if (answers.stream().anyMatch(answer -> answer.job() == job)) {
        return;
      }
      if (!answers.isEmpty() && !forgotten(start.at())) {
        add(Kind.UNACKNOWLEDGED, job, "the job", told(answers.getFirst()), told(start));
      } else if (other != null && !separated(other.at(), start.at())) {
        add(Kind.DOUBLED_KEY, job, "the job", told(other), told(start));
      }
    });
  }

  private void keysAreSingle() {
    for (List<Acknowledged> answers : byKey.values()) {
      for (int i = 1; i < answers.size(); i++) {
        Acknowledged before = answers.get(i - 1);
        Acknowledged answer = answers.get(i);
        if (before.job() != answer.job() && !separated(before.at(), answer.at())) {
          add(Kind.DOUBLED_KEY, answer.job(), answer.client(), told(before), told(answer));
        }
      }
    }
  }

  /** Also over a restore: numbers are passed over then. */
  private void numbersAreSingle() {
    byJob.forEach((job, answers) -> {
      Acknowledged first = answers.getFirst();
      for (Acknowledged answer : answers) {
        if (!answer.key().equals(first.key())) {
          add(Kind.REUSED_NUMBER, job, answer.client(), told(first), told(answer));
        }
      }
      for (Mark start : starts.getOrDefault(job, List.of())) {
        if (!start.key().equals(first.key())) {
          add(Kind.REUSED_NUMBER, job, "the job", told(first), told(start));
        }
      }
    });
  }

  private void cancelsHold() {
    Map<Long, Mark> ends = new HashMap<>();
    history.marks().stream().filter(Mark::ended).forEach(end -> ends.put(end.job(), end));
    for (Cancelled cancel : history.cancelled()) {
      if (forgotten(cancel.at())) {
        continue;
      }
      String told =
          "%s was told at %s that its cancel is taken%s"
              .formatted(
                  cancel.client(), time(cancel.at()), cancel.waiting() ? " while it waits" : "");
      Mark end = ends.get(cancel.job());
      Mark late =
          starts.getOrDefault(cancel.job(), List.of()).stream()
              .filter(start -> start.at() > cancel.at())
              .findFirst()
              .orElse(null);
      if (cancel.waiting() && late != null) {
        add(Kind.CANCEL_IGNORED, cancel.job(), "the job", told, told(late));
      } else if (end != null && end.at() > cancel.at() + KILL_SECONDS && !lost(cancel)) {
        add(Kind.CANCEL_IGNORED, cancel.job(), "the job", told, told(end));
      }
      ends(cancel.job()).stream()
          .filter(read -> read.status() != JobStatus.CANCELLED)
          .findFirst()
          .ifPresent(read ->
              add(Kind.CANCEL_IGNORED, read.job(), read.client(), told, ReadCheck.told(read)));
    }
  }

  private List<Read> ends(long job) {
    return endReads.getOrDefault(job, List.of());
  }

  /** Nobody reaches the tasks of a node whose agent stands still. */
  private boolean lost(Cancelled cancel) {
    return history.losses().stream().anyMatch(span -> span.covers(cancel.at()));
  }

  private boolean forgotten(double time) {
    return history.rewinds().stream().anyMatch(rewind -> rewind.covers(time));
  }

  /** True when the journal was set back to before the first and went on to the second. */
  private boolean separated(double first, double second) {
    for (Rewind rewind : history.rewinds()) {
      if (rewind.covers(first) && second > rewind.from()) {
        return true;
      }
    }
    return false;
  }

  private void add(Kind kind, long job, String client, String first, String second) {
    found.add(new Violation(kind, job, client, first, second));
  }

  private static List<Acknowledged> byTime(Collection<Acknowledged> answers) {
    return answers.stream().sorted(Comparator.comparingDouble(Acknowledged::at)).toList();
  }

  private static String told(Acknowledged answer) {
    return "%s was told at %s that '%s' is job %d"
        .formatted(answer.client(), time(answer.at()), answer.key(), answer.job());
  }

  private static String told(Mark mark) {
    return "it %s at %s as job %d%s ('%s')"
        .formatted(
            mark.ended() ? "ended" : "started",
            time(mark.at()),
            mark.job(),
            mark.restart() == 0 ? "" : ", restart " + mark.restart(),
            mark.key());
  }

  /** A time with milliseconds, in UTC. */
  static String time(double seconds) {
    return String.valueOf(Instant.ofEpochMilli(Math.round(seconds * 1e3)));
  }
}
