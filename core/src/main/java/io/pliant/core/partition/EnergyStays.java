package io.pliant.core.partition;

import io.pliant.core.energy.EnergyBook;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who holds which node, as the energy accounts see it: a node is a job's from the moment it is held
 * for it until it is let go of, and a size begins when the nodes of the job's allocation change.
 */
final class EnergyStays {
  private EnergyStays() {}

  /** The book after an event that led from one state to the other. */
  static EnergyBook after(PartitionState before, PartitionState after, PartitionEvent event) {
    EnergyBook book = before.energy();
    return switch (event) {
      case PartitionEvent.NodesAllocated e -> follow(book, before, after, e.job(), e.at());
      case PartitionEvent.NodesReleased e -> follow(book, before, after, e.job(), e.at());
      case PartitionEvent.ResizeBegun e -> follow(book, before, after, e.job(), e.at());
      case PartitionEvent.ResizeClosed e -> follow(book, before, after, e.job(), e.at());
      case PartitionEvent.NodeReturned e -> follow(book, before, after, e.job(), e.at());
      case PartitionEvent.NodesLent e -> loans(book, before, after, e.lease(), e.at());
      case PartitionEvent.NodesReturned e -> loans(book, before, after, e.lease(), e.at());
      case PartitionEvent.EnergyCounted e -> book.counted(e.nodes());
      case PartitionEvent.TermStarted _,
          PartitionEvent.NodeRegistered _,
          PartitionEvent.NodeWentDown _,
          PartitionEvent.NodeCameUp _,
          PartitionEvent.NodeDrained _,
          PartitionEvent.ReservationMade _,
          PartitionEvent.ReservationDeleted _,
          PartitionEvent.NodeResumed _,
          PartitionEvent.NodeRemoved _,
          PartitionEvent.NodeFaulted _,
          PartitionEvent.NodeClosed _,
          PartitionEvent.NodeOpened _,
          PartitionEvent.JobEnqueued _,
          PartitionEvent.JobWithdrawn _,
          PartitionEvent.ElementsEnding _,
          PartitionEvent.TellingBegun _,
          PartitionEvent.TellingEnded _,
          PartitionEvent.ElementsWatched _,
          PartitionEvent.DependencyChanged _,
          PartitionEvent.JobHeldChanged _,
          PartitionEvent.JobRevised _,
          PartitionEvent.StartsPromised _,
          PartitionEvent.LeaseNumbersUsed _,
          PartitionEvent.LeaseDisowned _,
          PartitionEvent.JobEnergyCounted _ ->
          book;
    };
  }

  /** The book that belongs to grants of a ledger from before energy was counted. */
  static EnergyBook of(Collection<Grant> grants) {
    EnergyBook book = EnergyBook.EMPTY;
    for (Grant grant : grants) {
      book = change(book, null, Held.of(grant), grant.start());
    }
    return book;
  }

  private static EnergyBook follow(
      EnergyBook book, PartitionState before, PartitionState after, JobId job, Instant at) {
    return change(book, Held.of(before.grants().get(job)), Held.of(after.grants().get(job)), at);
  }

  private static EnergyBook loans(
      EnergyBook book, PartitionState before, PartitionState after, LeaseId lease, Instant at) {
    LeaseBook.Lent lent = after.leases().lent(lease);
    LeaseBook.Lent had = lent == null ? before.leases().lent(lease) : lent;
    if (had == null) {
      return book;
    }
    AttemptId tenant = had.tenant();
    return change(book, Held.of(before.leases(), tenant), Held.of(after.leases(), tenant), at);
  }

  private static EnergyBook change(
      EnergyBook from, @Nullable Held before, @Nullable Held after, Instant when) {
    long at = ChronoUnit.MICROS.between(Instant.EPOCH, when);
    SortedMap<NodeName, Part> held = before == null ? new TreeMap<>() : before.parts();
    SortedMap<NodeName, Part> holds = after == null ? new TreeMap<>() : after.parts();
    EnergyBook book = from;
    if (after != null) {
      AttemptId tenant = after.tenant();
      int size = after.nodes().size();
      if (before == null || !before.nodes().equals(after.nodes())) {
        book = book.sized(tenant, size, at);
      }
      for (var one : holds.entrySet()) {
        Part had = held.get(one.getKey());
        Part has = one.getValue();
        if (!has.equals(had)) {
          book = book.holds(one.getKey(), tenant, has.cpus(), has.gpus(), at);
          book = had == null ? book : book.leaves(one.getKey(), tenant, at);
        }
      }
    } else if (before != null) {
      book = book.over(before.tenant(), at);
    }
    if (before != null) {
      for (NodeName node : held.keySet()) {
        if (!holds.containsKey(node)) {
          book = book.leaves(node, before.tenant(), at);
        }
      }
    }
    return book;
  }

  /**
   * What somebody holds.
   *
   * @param nodes those that make its size
   * @param parts all that it holds of them, and of nodes that come or go
   */
  private record Held(AttemptId tenant, List<NodeName> nodes, SortedMap<NodeName, Part> parts) {
    /** Of the partition's own nodes; what is lent is held under its lease. */
    static @Nullable Held of(@Nullable Grant grant) {
      return grant == null || grant.borrowed() != null
          ? null
          : new Held(grant.job().attemptId(), grant.allocation().nodes(), partsOf(grant.own()));
    }

    static @Nullable Held of(LeaseBook book, AttemptId tenant) {
      List<Slice> slices = book.lentTo(tenant);
      return slices.isEmpty()
          ? null
          : new Held(tenant, slices.stream().map(Slice::node).toList(), partsOf(slices));
    }
  }

  /** What somebody holds of a node. */
  private record Part(int cpus, List<String> gpus) {
    static Part of(Slice slice) {
      Amount gpus = Kinds.orNone(slice.kinds()).amounts().get(Devices.GPU);
      return new Part(slice.cpus(), gpus == null ? List.of() : gpus.units());
    }

    Part plus(Part other) {
      return new Part(
          cpus + other.cpus, Stream.concat(gpus.stream(), other.gpus.stream()).distinct().toList());
    }
  }

  private static SortedMap<NodeName, Part> partsOf(List<Slice> slices) {
    SortedMap<NodeName, Part> parts = new TreeMap<>();
    slices.forEach(slice -> parts.merge(slice.node(), Part.of(slice), Part::plus));
    return parts;
  }
}
