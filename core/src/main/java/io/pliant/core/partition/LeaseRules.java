package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.RunningJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** How leases change a ledger, and how lent nodes look to rounds: in use until their ends. */
public final class LeaseRules {
  /** About as long it takes a job to shrink that is asked for nodes with which it has grown. */
  static final Duration COMES_BACK = Duration.ofSeconds(15);

  private LeaseRules() {}

  static PartitionState lent(PartitionState state, PartitionEvent.NodesLent event) {
    PartitionState after = state;
    for (Slice slice : event.slices()) {
      NodeRecord node = after.nodes().get(slice.node());
      after = node == null ? after : after.withNode(node.occupied(slice));
    }
    return after.withLeases(state.leases().lent(event));
  }

  static PartitionState returned(PartitionState state, PartitionEvent.NodesReturned event) {
    PartitionState after = state;
    for (NodeName name : event.nodes()) {
      NodeRecord node = after.nodes().get(name);
      Slice slice = state.leases().slices().get(name);
      after = node == null || slice == null ? after : after.withNode(node.vacated(slice));
    }
    return after.withLeases(state.leases().returned(event));
  }

  /** Attempts on lent nodes, as rounds see them: one for each job, until the last end. */
  static Collection<RunningJob> running(PartitionState state, Instant now) {
    TreeMap<JobId, RunningJob> all = new TreeMap<>();
    for (LeaseBook.Lent lent : state.leases().lent()) {
      JobId job = lent.tenant().job();
      Instant start = lent.end().isBefore(now) ? lent.end() : now;
      all.merge(
          job,
          new RunningJob(job, new Allocation(lent.slices()), start, lent.end()),
          LeaseRules::both);
    }
    return all.values();
  }

  private static RunningJob both(RunningJob one, RunningJob other) {
    List<Slice> slices = new ArrayList<>(one.allocation().slices());
    slices.addAll(other.allocation().slices());
    return new RunningJob(
        one.job(),
        new Allocation(slices),
        one.start(),
        one.expectedEnd().isAfter(other.expectedEnd()) ? one.expectedEnd() : other.expectedEnd());
  }

  /** True of a job of fixed size, alone: others start on nodes of their partition only. */
  public static boolean mayBorrow(QueuedJob job) {
    return job.malleable() == null && job.array() == null && job.element() == null;
  }

  /** What such jobs are called that start on nodes of their partition only, as this one does. */
  public static String homebound(QueuedJob job) {
    if (job.array() != null || job.element() != null) {
      return "Arrays";
    }
    if (job.malleable() != null) {
      return "Malleable jobs";
    }
    return job.resources().isPack() ? "Job packs" : "Jobs that ask for certain nodes or devices";
  }

  /** Nodes that no job has, that take jobs, and that no reservation sets aside. */
  public static TreeSet<NodeName> idle(PartitionState state, Instant now) {
    TreeSet<NodeName> idle = new TreeSet<>();
    for (NodeRecord node : state.nodes().values()) {
      if (node.available() && node.jobs() == 0) {
        idle.add(node.name());
      }
    }
    for (Reservation reservation : ReservationRules.lasting(state, now)) {
      idle.removeAll(reservation.nodes());
    }
    return idle;
  }

  /** All that there is of a node. */
  public static Slice whole(NodeRecord node) {
    return Slice.of(node.name(), node.capacity().resources(), 0);
  }

  /**
   * When each node that takes jobs comes free, if jobs run until their limits; without those that
   * reservations set aside.
   */
  public static TreeMap<NodeName, Instant> freeAt(PartitionState state, Instant now) {
    TreeMap<NodeName, Instant> free = endsByNode(state, now);
    free.keySet()
        .removeIf(name -> {
          NodeRecord node = state.nodes().get(name);
          return node == null || !node.available();
        });
    idle(state, now).forEach(node -> free.put(node, now));
    for (Reservation reservation : ReservationRules.lasting(state, now)) {
      free.keySet().removeAll(reservation.nodes());
    }
    return free;
  }

  /**
   * When the nodes in use come free, if jobs run until their limits: how many, by time. Those that
   * were lent for a running job to grow come back when somebody waits for them.
   */
  public static TreeMap<Instant, Integer> ends(PartitionState state, Instant now) {
    TreeMap<Instant, Integer> ends = new TreeMap<>();
    endsByNode(state, now)
        .forEach((name, end) -> {
          NodeRecord node = state.nodes().get(name);
          if (node != null && node.available()) {
            ends.merge(end, 1, Integer::sum);
          }
        });
    return ends;
  }

  private static TreeMap<NodeName, Instant> endsByNode(PartitionState state, Instant now) {
    TreeMap<NodeName, Instant> byNode = new TreeMap<>();
    for (Grant grant : state.grants().values()) {
      grant.own().forEach(slice -> later(byNode, slice.node(), grant.expectedEnd()));
    }
    for (LeaseBook.Lent lent : state.leases().lent()) {
      Instant back = now.plus(COMES_BACK);
      Instant end = lent.isGrowth() && back.isBefore(lent.end()) ? back : lent.end();
      lent.slices().forEach(slice -> later(byNode, slice.node(), end));
    }
    return byNode;
  }

  private static void later(TreeMap<NodeName, Instant> ends, NodeName node, Instant end) {
    ends.merge(node, end, (one, other) -> one.isAfter(other) ? one : other);
  }
}
