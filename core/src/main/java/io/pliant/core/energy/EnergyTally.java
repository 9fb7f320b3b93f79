package io.pliant.core.energy;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;

/**
 * The running part of the energy accounts: takes what meters tell, splits it among those who hold
 * the nodes by the cpus that they hold, and among their steps by their tasks, and gives it out in
 * parts that are to be made durable. What is lost of it with its process is told again by the
 * agents, since they repeat what is not durable.
 *
 * <p>A span counts as drawn evenly. Each microjoule and each microsecond of a meter is counted once
 * and for one holder, for idleness or as unaccounted, so that the parts add up to the meter exactly
 * (design invariant 6), whatever comes twice, late or not at all. Confined to one thread.
 */
public final class EnergyTally {
  /** Nodes in one part, so that an event of the journal stays small. */
  static final int MOST_NODES = 500;

  /** Steps on nodes at which a part is full, for the same reason. */
  static final int MOST_STEPS = 8_000;

  /** Ended stays of a node without news of its meter that are kept. */
  static final int MOST_STAYS = 256;

  /** An agent tells at most so many spans at once, so that more must not become owed. */
  static final int MOST_SPANS = PowerReport.MOST_SPANS * 3 / 4;

  private static final long AHEAD_MICROS = 60_000_000;

  private final Rule rule;
  private final TreeMap<NodeName, NodeTally> nodes = new TreeMap<>();
  private final PeakMeters peaks = new PeakMeters();
  private @Nullable NodeName last;

  /**
   * When to make what durable, in microseconds.
   *
   * @param every the age at which a node's tally is due
   * @param forgetAfter the age at which a stay is given up of which no meter tells
   */
  public record Rule(long every, long forgetAfter) {}

  /** What became of a report. */
  public enum Taken {
    /** It is counted, as far as it is new. */
    COUNTED,
    /** Its clock is more than a minute ahead of ours: nothing after that minute is counted. */
    FROM_THE_FUTURE
  }

  public EnergyTally(Rule rule) {
    this.rule = rule;
  }

  /** Forgets all that is not durable; its agents tell it again. */
  public void reset() {
    nodes.clear();
    peaks.clear();
  }

  /**
   * Counts what is new in a report. Spans that end after {@code now} are left for the next one,
   * since it is not known yet who will hold the node.
   *
   * @param book must know all that happened until {@code now}
   * @param now microseconds since the epoch
   */
  public Taken take(EnergyBook book, NodeName node, PowerReport report, long now) {
    NodeTally tally = nodes.get(node);
    for (EnergySpan span : report.spans()) {
      if (span.to() > now) {
        return span.from() > now + AHEAD_MICROS ? Taken.FROM_THE_FUTURE : Taken.COUNTED;
      }
      if (tally == null) {
        tally = new NodeTally(node, book.nodes().get(node), peaks);
        nodes.put(node, tally);
      }
      Long until = tally.until();
      if (until == null || span.to() > until) {
        List<StepRun> runs = report.runs();
        tally.ran(runs == null ? List.of() : runs);
        tally.count(book, span, report.method());
      }
    }
    return Taken.COUNTED;
  }

  /**
   * What is due to be made durable: of nodes that never were, whose tally is old or long, or that
   * somebody has left whose stay is counted now. It is given out once; when it cannot be made
   * durable, {@link #reset}. Null when nothing is due.
   */
  public @Nullable CountedEnergy due(EnergyBook book) {
    List<NodeTally> due = new ArrayList<>();
    NodeName after = last;
    if (after != null) {
      due(book, nodes.tailMap(after, false), due);
      due(book, nodes.headMap(after, true), due);
    } else {
      due(book, nodes, due);
    }
    return due.isEmpty() ? null : drain(book, due);
  }

  private void due(EnergyBook book, SortedMap<NodeName, NodeTally> from, List<NodeTally> due) {
    from.forEach((node, tally) -> {
      if (due.size() < MOST_NODES
          && tally.hasNews()
          && (!known(book, node) || tally.due(rule.every(), MOST_SPANS))
          && due.stream().mapToInt(NodeTally::steps).sum() < MOST_STEPS) {
        due.add(tally);
        last = node;
      }
    });
  }

  private static boolean known(EnergyBook book, NodeName node) {
    NodeAccount account = book.nodes().get(node);
    return account != null && account.known();
  }

  /**
   * Gives up stays of which no meter tells any more: those that ended long ago, the oldest when
   * there are many, and all that ended on nodes without a meter where others have one. Their time
   * is a gap in their accounts. Null when there are none.
   */
  public @Nullable CountedEnergy forgotten(EnergyBook book, long now) {
    List<NodeTally> touched = new ArrayList<>();
    book.stays()
        .forEach((node, stays) -> {
          NodeTally known = nodes.get(node);
          boolean dark = !known(book, node) && (known == null || !known.hasNews());
          NodeAccount account = book.nodes().get(node);
          long already = account == null ? Long.MIN_VALUE : account.forgotten();
          long before = dark ? now : Math.max(now - rule.forgetAfter(), tooMany(stays));
          if (touched.size() < MOST_NODES
              && !book.nodes().isEmpty()
              && stays.stream().anyMatch(stay -> already < stay.to() && stay.to() <= before)) {
            NodeTally tally = known == null ? new NodeTally(node, account, peaks) : known;
            tally.forget(book, before);
            touched.add(tally);
            nodes.put(node, tally);
          }
        });
    return touched.isEmpty() ? null : drain(book, touched);
  }

  /** Up to which end stays are too many to be kept. */
  private static long tooMany(PVector<Stay> stays) {
    long[] ends =
        stays.stream().filter(stay -> !stay.open()).mapToLong(Stay::to).sorted().toArray();
    return ends.length <= MOST_STAYS ? Long.MIN_VALUE : ends[ends.length - MOST_STAYS - 1];
  }

  private CountedEnergy drain(EnergyBook book, List<NodeTally> tallies) {
    SortedMap<JobInterval, Share> shares = new TreeMap<>();
    SortedMap<StepId, StepShare> steps = new TreeMap<>();
    List<NodeCount> counts = tallies.stream().map(tally -> tally.drain(shares, steps)).toList();
    List<Share> complete = shares.values().stream().map(share -> complete(book, share)).toList();
    List<StepShare> ofSteps = steps.values().stream().map(peaks::with).toList();
    peaks.keep(book.tenancies()::containsKey);
    return new CountedEnergy(counts, complete, ofSteps);
  }

  /** With its peak so far, and its end when that is known meanwhile. */
  private Share complete(EnergyBook book, Share share) {
    JobInterval interval = share.interval();
    Tenancy tenancy = book.tenancy(interval.attemptId());
    Long known =
        interval.number() < tenancy.sizes().size() ? tenancy.endOf(interval.number()) : null;
    return peaks.with(known == null ? share : share.until(known));
  }
}
