package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What was counted of one node since its account was made durable. */
final class NodeTally {
  private final NodeName node;
  private final PeakMeters peaks;
  private final StepTally steps;
  private final TreeMap<JobInterval, Share> shares = new TreeMap<>();
  private @Nullable Long begin;
  private long from;
  private long until;
  private long forgotten;
  private int spans;
  private boolean someoneLeft;
  private String method = "";
  private Energy metered = Energy.NONE;
  private Energy idle = Energy.NONE;
  private Energy unaccounted = Energy.NONE;

  NodeTally(NodeName node, @Nullable NodeAccount account, PeakMeters peaks) {
    this.node = node;
    this.peaks = peaks;
    this.steps = new StepTally(peaks);
    if (account != null) {
      forgotten = account.forgotten();
    }
    if (account != null && account.known()) {
      begin = account.until();
      from = account.until();
      until = account.until();
      method = account.method();
    }
  }

  /** Up to where the node is counted, or null when nothing is known of it. */
  @Nullable Long until() {
    return begin == null ? null : (Long) until;
  }

  boolean hasNews() {
    return spans > 0;
  }

  /** True when it should be made durable: since it is long, or for one who left. */
  boolean due(long everyMicros, int mostSpans) {
    return spans > 0
        && (someoneLeft
            || until - from >= everyMicros
            || spans >= mostSpans
            || steps() >= PowerReport.MOST_RUNS);
  }

  /** Steps that are counted in it. */
  int steps() {
    return steps.size();
  }

  /** What ran on the node during the spans that are counted next. */
  void ran(List<StepRun> runs) {
    steps.ran(runs);
  }

  /** Counts a span, as far as it lies after all that was counted before. */
  void count(EnergyBook book, EnergySpan span, String by) {
    List<Stay> stays = book.staysOn(node);
    long start = span.from();
    method = by;
    if (begin == null) {
      begin = start;
      from = start;
      until = start;
      for (Stay stay : stays) {
        if (stay.from() < start && stay.to() > forgotten) {
          gap(book, stay, stay.from(), Math.min(start, stay.to()));
        }
      }
    } else if (until < start) {
      for (long[] piece : pieces(book, stays, until, start)) {
        gap(book, stays, piece[0], piece[1]);
      }
      metered = metered.plus(Energy.gap(start - until));
    } else {
      start = until;
    }
    for (long[] piece : pieces(book, stays, start, span.to())) {
      split(book, stays, span, piece[0], piece[1]);
    }
    until = span.to();
    spans++;
    someoneLeft |= stays.stream().anyMatch(stay -> stay.to() <= until);
  }

  /** A time in pieces during which nobody comes, goes or changes size. */
  private List<long[]> pieces(EnergyBook book, List<Stay> stays, long start, long end) {
    TreeSet<Long> edges = new TreeSet<>(List.of(start, end, Math.clamp(forgotten, start, end)));
    for (Stay stay : stays) {
      if (stay.from() < end && stay.to() > start) {
        edges.add(Math.max(start, stay.from()));
        edges.add(Math.min(end, stay.to()));
        for (Tenancy.Size size : book.tenancy(stay.tenant()).sizes()) {
          edges.add(Math.clamp(size.from(), start, end));
        }
      }
    }
    List<long[]> pieces = new ArrayList<>();
    long before = edges.first();
    for (long edge : edges.tailSet(before, false)) {
      pieces.add(new long[] {before, edge});
      before = edge;
    }
    return pieces;
  }

  private void gap(EnergyBook book, List<Stay> stays, long start, long end) {
    List<Stay> holders = holders(stays, start);
    if (holders.isEmpty()) {
      idle = idle.plus(Energy.gap(end - start));
    }
    holders.forEach(stay -> gap(book, stay, start, end));
  }

  /** One holder's time without a meter; the pieces of its sizes. */
  private void gap(EnergyBook book, Stay stay, long start, long end) {
    for (long[] piece : pieces(book, List.of(stay), start, end)) {
      add(book, stay.tenant(), piece[0], Energy.gap(piece[1] - piece[0]));
    }
  }

  private void split(EnergyBook book, List<Stay> stays, EnergySpan span, long start, long end) {
    long energy = span.until(end) - span.until(start);
    double watts = span.watts();
    Energy whole = new Energy(energy, end - start, 0, watts, span.estimated());
    metered = metered.plus(whole);
    List<Stay> holders = holders(stays, start);
    if (start < forgotten) {
      unaccounted = unaccounted.plus(whole);
      holders.forEach(stay -> gap(book, stay, start, end));
      return;
    }
    if (holders.isEmpty()) {
      idle = idle.plus(whole);
      return;
    }
    // a GPU's energy is its holder's; the rest is shared by cpus
    SortedMap<String, Long> ofGpus = span.gpusBetween(start, end);
    long host = energy - ofGpus.values().stream().mapToLong(Long::longValue).sum();
    long micros = end - start;
    long weights = holders.stream().mapToLong(Stay::cpus).sum();
    long before = 0;
    long given = 0;
    for (Stay stay : holders) {
      before += stay.cpus();
      long upTo = host / weights * before + host % weights * before / weights;
      long gpus = stay.takeOf(ofGpus);
      Energy share = new Energy(upTo - given + gpus, micros, 0, 0, span.estimated());
      Share interval = add(book, stay.tenant(), start, share);
      peaks.add(
          interval,
          start,
          end,
          (double) host / micros * stay.cpus() / weights + (double) gpus / micros);
      EnergySpan had = new EnergySpan(node, start, end, upTo - given + gpus, span.estimated());
      steps.split(stay.tenant(), had, method);
      given = upTo;
    }
    // GPUs that nobody holds
    long unheld = ofGpus.values().stream().mapToLong(Long::longValue).sum();
    idle = idle.plus(new Energy(unheld, 0, 0, 0, unheld > 0 && span.estimated()));
  }

  private List<Stay> holders(List<Stay> stays, long time) {
    return stays.stream().filter(stay -> stay.covers(time) && stay.to() > forgotten).toList();
  }

  private Share add(EnergyBook book, AttemptId tenant, long time, Energy energy) {
    Tenancy tenancy = book.tenancy(tenant);
    int number = tenancy.numberAt(time);
    Tenancy.Size size = tenancy.sizes().get(number);
    Share more =
        new Share(
            new JobInterval(tenant.job(), tenant.attempt(), number),
            size.nodes(),
            size.from(),
            tenancy.endOf(number),
            energy.measuredMicros() > 0 ? List.of(method) : List.of(),
            energy);
    shares.merge(more.interval(), more, Share::plus);
    return more;
  }

  /** Gives up stays that ended before a time and of which no meter has told. */
  void forget(EnergyBook book, long before) {
    long already = forgotten;
    for (Stay stay : book.staysOn(node)) {
      if (stay.to() <= before && stay.to() > already) {
        long start = Math.max(stay.from(), until);
        if (start < stay.to()) {
          gap(book, stay, start, stay.to());
        }
        forgotten = Math.max(forgotten, stay.to());
      }
    }
  }

  /** All of it, as an entry of the journal; then it begins anew. */
  NodeCount drain(SortedMap<JobInterval, Share> into, SortedMap<StepId, StepShare> ofSteps) {
    shares.forEach((interval, share) -> into.merge(interval, share, Share::plus));
    steps.drain(ofSteps);
    NodeCount count =
        new NodeCount(node, from, until, forgotten, method, metered, idle, unaccounted);
    shares.clear();
    from = until;
    spans = 0;
    someoneLeft = false;
    metered = Energy.NONE;
    idle = Energy.NONE;
    unaccounted = Energy.NONE;
    return count;
  }
}
