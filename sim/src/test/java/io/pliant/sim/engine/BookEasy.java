package io.pliant.sim.engine;

import io.pliant.sim.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** EASY as in the book: a whole pass over the queue at each event, everything computed anew. */
final class BookEasy {
  private final Trace trace;
  private final boolean shortestFirst;
  private final long[] starts;
  private final List<Integer> queue = new ArrayList<>();
  private final List<Integer> running = new ArrayList<>();
  private long now;

  BookEasy(Trace trace, boolean shortestFirst) {
    this.trace = trace;
    this.shortestFirst = shortestFirst;
    this.starts = new long[trace.size()];
  }

  long[] run() {
    int next = 0;
    while (next < trace.size() || !running.isEmpty()) {
      long end = running.stream().mapToLong(this::end).min().orElse(Long.MAX_VALUE);
      if (next < trace.size() && trace.submits()[next] <= end) {
        now = trace.submits()[next];
        queue.add(next++);
      } else {
        now = end;
        running.remove(running.stream().filter(j -> end(j) == end).findFirst().orElseThrow());
      }
      pass();
    }
    return starts;
  }

  private void pass() {
    while (!queue.isEmpty() && trace.widths()[queue.getFirst()] <= free(now)) {
      start(queue.getFirst());
    }
    if (queue.isEmpty()) {
      return;
    }
    int need = trace.widths()[queue.getFirst()];
    long shadow =
        running.stream()
            .map(this::estimatedEnd)
            .sorted()
            .filter(at -> free(at) >= need)
            .findFirst()
            .orElseThrow();
    int extra = free(shadow) - need;
    List<Integer> behind = new ArrayList<>(queue.subList(1, queue.size()));
    if (shortestFirst) {
      behind.sort(Comparator.comparing(job -> trace.estimates()[job]));
    }
    for (int job : behind) {
      int width = trace.widths()[job];
      boolean inTime = now + trace.estimates()[job] <= shadow;
      if (width <= free(now) && (inTime || width <= extra)) {
        extra -= inTime ? 0 : width;
        start(job);
      }
    }
  }

  private void start(int job) {
    queue.remove(Integer.valueOf(job));
    running.add(job);
    starts[job] = now;
  }

  private int free(long at) {
    return trace.processors()
        - running.stream()
            .filter(job -> estimatedEnd(job) > at)
            .mapToInt(job -> trace.widths()[job])
            .sum();
  }

  private long end(int job) {
    return starts[job] + trace.runs()[job];
  }

  private long estimatedEnd(int job) {
    return starts[job] + trace.estimates()[job];
  }
}
