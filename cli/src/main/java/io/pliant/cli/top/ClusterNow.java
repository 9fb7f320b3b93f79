package io.pliant.cli.top;

import io.pliant.api.JobEventEntry;
import io.pliant.api.LiveNodes;
import io.pliant.api.LiveNodes.LiveNode;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PowerStatus;
import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one stream of events tells it. The thread that reads the stream writes, the one
 * that draws reads.
 */
final class ClusterNow {
  private static final int EVENTS = 100;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** What may count in a minute: more is told as this many. */
  private static final int MOST_COUNTED = 100_000;

  private final TreeMap<NodeName, LiveNode> nodes = new TreeMap<>();
  private final Deque<JobEventEntry> events = new ArrayDeque<>();
  private final Deque<Instant> starts = new ArrayDeque<>();
  private final Deque<Instant> ends = new ArrayDeque<>();
  private final Instant begun;
  private @Nullable List<PartitionEntry> partitions;
  private @Nullable PowerStatus power;
  private boolean nodesKnown;
  private @Nullable String trouble = "connecting ...";
  private @Nullable String otherTrouble;

  /** Of a watcher that looks on from then. */
  ClusterNow(Instant begun) {
    this.begun = begun;
  }

  /**
   * What is known at a moment.
   *
   * @param nodes by name
   * @param power null when the controllers tell none
   * @param events of jobs, the newest first
   * @param seconds for how long this has looked on, at most a minute
   * @param started jobs that were started in these last seconds, by the times of the events
   * @param ended the same of ends
   * @param trouble why this may be old, or null
   */
  record Known(
      List<LiveNode> nodes,
      List<PartitionEntry> partitions,
      @Nullable PowerStatus power,
      List<JobEventEntry> events,
      long seconds,
      int started,
      int ended,
      @Nullable String trouble) {}

  synchronized void take(LiveNodes change) {
    if (change.whole()) {
      nodes.clear();
    }
    change.nodes().forEach(node -> nodes.put(node.node(), node));
    change.gone().forEach(nodes::remove);
    nodesKnown = true;
    notifyAll();
  }

  synchronized void take(List<PartitionEntry> all) {
    partitions = all;
    notifyAll();
  }

  synchronized void take(PowerStatus status) {
    power = status;
  }

  synchronized void take(JobEventEntry event) {
    push(events, event, EVENTS);
    switch (event.type()) {
      case "JobStarted" -> push(starts, event.at(), MOST_COUNTED);
      case "JobEnded" -> push(ends, event.at(), MOST_COUNTED);
      default -> {}
    }
  }

  private static <T> void push(Deque<T> to, T one, int most) {
    to.addFirst(one);
    if (to.size() > most) {
      to.removeLast();
    }
  }

  /** Takes note that the stream is there, or why not. */
  synchronized void linked(@Nullable String problem) {
    trouble = problem;
  }

  /** Takes note that what is asked for beside the stream was answered, or why not. */
  synchronized void asked(@Nullable String problem) {
    otherTrouble = problem;
  }

  /** Waits until nodes and partitions are known; false when they were not by then. */
  synchronized boolean awaitFirst(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!nodesKnown || partitions == null) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  synchronized Known known(Instant now) {
    Instant since = now.minus(MINUTE);
    forget(starts, since);
    forget(ends, since);
    List<PartitionEntry> all = partitions;
    return new Known(
        List.copyOf(nodes.values()),
        all == null ? List.of() : all,
        power,
        List.copyOf(events),
        Math.clamp(Duration.between(begun, now).toSeconds(), 0, MINUTE.toSeconds()),
        starts.size(),
        ends.size(),
        trouble == null ? otherTrouble : trouble);
  }

  private static void forget(Deque<Instant> times, Instant before) {
    while (!times.isEmpty() && times.getLast().isBefore(before)) {
      times.removeLast();
    }
  }
}
