package io.pliant.cli.drill.history;

import io.pliant.cli.drill.history.History.Read;
import io.pliant.cli.drill.history.History.Source;
import io.pliant.cli.drill.history.Violation.Kind;
import io.pliant.core.id.JobStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rules for reads of a {@link History}: of two reads of a job, one of which was answered before
 * the other was asked, whichever controllers answered, the later does not tell of an earlier state;
 * and how a job ended does not change. Reads that overlap may come in either order.
 */
final class ReadCheck {
  private final History history;
  private final List<Violation> found = new ArrayList<>();

  private ReadCheck(History history) {
    this.history = history;
  }

  static List<Violation> of(History history) {
    ReadCheck check = new ReadCheck(history);
    Map<Long, List<Read>> byJob = new TreeMap<>();
    history
        .reads()
        .forEach(read -> byJob.computeIfAbsent(read.job(), _ -> new ArrayList<>()).add(read));
    for (List<Read> reads : byJob.values()) {
      reads.sort(Comparator.comparingDouble(Read::asked));
      check.monotone(reads.stream().filter(read -> read.source() == Source.JOB).toList());
      check.monotoneQueue(reads);
      check.oneEnd(reads);
    }
    return check.found;
  }

  /** A requeued job waits again, and the queue does not say that it is another attempt. */
  private void monotoneQueue(List<Read> reads) {
    if (reads.stream().noneMatch(read -> read.attempt() > 1)) {
      monotone(reads.stream().filter(read -> read.source() == Source.QUEUE).toList());
    }
  }

  private void monotone(List<Read> byQuestion) {
    PriorityQueue<Read> unanswered = new PriorityQueue<>(Comparator.comparingDouble(Read::at));
    Read furthest = null;
    for (Read read : byQuestion) {
      while (!unanswered.isEmpty() && unanswered.element().at() < read.asked()) {
        furthest = further(furthest, unanswered.remove());
      }
      unanswered.add(read);
      if (furthest != null && compare(read, furthest) < 0 && !rewound(furthest, read)) {
        add(Kind.BACKWARDS, furthest, read);
        return; // one is enough to look into
      }
    }
  }

  /** What was set back counts no more once a read tells of the time after. */
  private Read further(@Nullable Read known, Read read) {
    return known == null || compare(read, known) >= 0 || rewound(known, read) ? read : known;
  }

  private void oneEnd(List<Read> reads) {
    Read first = null;
    for (Read read : reads) {
      if (!read.status().terminal()) {
        continue;
      }
      if (first == null || rewound(first, read)) {
        first = read;
      } else if (read.status() != first.status() || !read.exit().equals(first.exit())) {
        add(Kind.END_CHANGED, first, read);
        return;
      }
    }
  }

  private static int compare(Read a, Read b) {
    int attempts = Integer.compare(a.attempt(), b.attempt());
    return attempts != 0 ? attempts : Integer.compare(rank(a.status()), rank(b.status()));
  }

  private static int rank(JobStatus status) {
    return switch (status) {
      case PENDING -> 0;
      case RUNNING, SUSPENDED -> 1;
      case COMPLETING -> 2;
      case COMPLETED, FAILED, CANCELLED, TIMEOUT, NODE_FAIL, OUT_OF_MEMORY, DEADLINE -> 3;
    };
  }

  private boolean rewound(Read first, Read second) {
    return history.rewinds().stream()
        .anyMatch(rewind -> rewind.covers(first.at()) && second.at() > rewind.from());
  }

  private void add(Kind kind, Read first, Read second) {
    found.add(new Violation(kind, first.job(), second.client(), told(first), told(second)));
  }

  static String told(Read read) {
    return "%s (%s) read %s%s%s from %s to %s"
        .formatted(
            read.client(),
            read.source().name().toLowerCase(java.util.Locale.ROOT),
            read.status(),
            read.exit().isEmpty() ? "" : " " + read.exit(),
            read.attempt() > 1 ? " of attempt " + read.attempt() : "",
            HistoryCheck.time(read.asked()),
            HistoryCheck.time(read.at()));
  }
}
