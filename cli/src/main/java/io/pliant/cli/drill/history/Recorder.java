package io.pliant.cli.drill.history;

import io.pliant.cli.drill.history.History.Acknowledged;
import io.pliant.cli.drill.history.History.Cancelled;
import io.pliant.cli.drill.history.History.Mark;
import io.pliant.cli.drill.history.History.Read;
import io.pliant.cli.drill.history.History.Rewind;
import io.pliant.cli.drill.history.History.Source;
import io.pliant.cli.drill.history.History.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes down what clients do and see, from many threads. Of reads by one client that say the same
 * of a job in a row the first and the last are kept, so the memory it takes grows with the jobs
 * that are watched and not with how long.
 */
public final class Recorder {
  private final List<Acknowledged> acknowledged = new ArrayList<>();
  private final List<Read> reads = new ArrayList<>();
  private final Map<Line, Integer> newest = new HashMap<>();
  private final List<Cancelled> cancelled = new ArrayList<>();
  private final List<Rewind> rewinds = new ArrayList<>();
  private final List<Span> losses = new ArrayList<>();

  private record Line(String client, Source source, long job) {}

  public synchronized void add(Acknowledged answer) {
    acknowledged.add(answer);
  }

  public synchronized void add(Cancelled cancel) {
    cancelled.add(cancel);
  }

  public synchronized void add(Rewind rewind) {
    rewinds.add(rewind);
  }

  public synchronized void add(Span loss) {
    losses.add(loss);
  }

  /** Takes a read down; the one before by the same client goes when it is amid equal ones. */
  public synchronized void add(Read read) {
    Line line = new Line(read.client(), read.source(), read.job());
    Integer at = newest.get(line);
    if (at != null && at < 0 && same(reads.get(-at - 1), read)) {
      reads.set(-at - 1, read); // the third or later of a row
      return;
    }
    boolean second = at != null && at >= 0 && same(reads.get(at), read);
    reads.add(read);
    newest.put(line, second ? -reads.size() : reads.size() - 1);
  }

  private static boolean same(Read a, Read b) {
    return a.attempt() == b.attempt() && a.status() == b.status() && a.exit().equals(b.exit());
  }

  /** All so far, with what the jobs wrote. */
  public synchronized History history(List<Mark> marks) {
    return new History(acknowledged, marks, reads, cancelled, rewinds, losses);
  }
}
