package io.pliant.core.view;

import io.pliant.core.id.PartitionName;
import io.pliant.core.pack.PackWord;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.resource.Kinds;
import io.pliant.core.size.ResizeCost;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a policy may know: an immutable snapshot of one partition.
 *
 * @param version rises with every change of the ledger
 * @param now the time of the round; policies read no clock
 * @param nodes all nodes, sorted by name
 * @param running jobs that hold nodes, sorted by job id
 * @param waiting waiting jobs in priority order, the head first
 * @param power the corridor and watts, or null where power has no bounds
 * @param resizeCost how long resizes take here, or null when nothing is known of it
 * @param reservations nodes that are set aside; null for none, and in decision logs from before
 * @param licences those that no job holds; null where none are counted, and in such logs
 * @param packs what packs have said that wait in several partitions, or null for nothing
 */
public record ClusterView(
    PartitionName partition,
    long version,
    Instant now,
    List<NodeView> nodes,
    List<RunningJob> running,
    List<WaitingJob> waiting,
    @Nullable ClusterPower power,
    @Nullable ResizeCost resizeCost,
    @Nullable List<Reservation> reservations,
    @Nullable Kinds licences,
    @Nullable List<PackWord> packs) {
  public ClusterView {
    packs = packs == null || packs.isEmpty() ? null : List.copyOf(packs);
    reservations =
        reservations == null || reservations.isEmpty() ? null : List.copyOf(reservations);
    nodes = List.copyOf(nodes);
    running = List.copyOf(running);
    waiting = List.copyOf(waiting);
  }

  /** A partition of which no pack has said anything. */
  public ClusterView(
      PartitionName partition,
      long version,
      Instant now,
      List<NodeView> nodes,
      List<RunningJob> running,
      List<WaitingJob> waiting,
      @Nullable ClusterPower power,
      @Nullable ResizeCost resizeCost,
      @Nullable List<Reservation> reservations,
      @Nullable Kinds licences) {
    this(
        partition,
        version,
        now,
        nodes,
        running,
        waiting,
        power,
        resizeCost,
        reservations,
        licences,
        null);
  }

  /** A partition whose power has no bounds. */
  public ClusterView(
      PartitionName partition,
      long version,
      Instant now,
      List<NodeView> nodes,
      List<RunningJob> running,
      List<WaitingJob> waiting) {
    this(partition, version, now, nodes, running, waiting, null, null, null, null);
  }

  /** The same with other nodes and jobs. */
  public ClusterView with(
      List<NodeView> otherNodes, List<RunningJob> otherRunning, List<WaitingJob> otherWaiting) {
    return new ClusterView(
        partition,
        version,
        now,
        otherNodes,
        otherRunning,
        otherWaiting,
        power,
        resizeCost,
        reservations,
        licences,
        packs);
  }

  /** The same with so many licences free; null where none are counted. */
  public ClusterView withLicences(@Nullable Kinds free) {
    return new ClusterView(
        partition,
        version,
        now,
        nodes,
        running,
        waiting,
        power,
        resizeCost,
        reservations,
        free,
        packs);
  }

  /** The same at another time, without the bounds of power and the licences of this one. */
  public ClusterView at(Instant then) {
    return new ClusterView(
        partition, version, then, nodes, running, waiting, null, resizeCost, reservations, null);
  }

  /** The same with these reservations. */
  public ClusterView withReservations(List<Reservation> known) {
    return new ClusterView(
        partition,
        version,
        now,
        nodes,
        running,
        waiting,
        power,
        resizeCost,
        known,
        licences,
        packs);
  }

  /** The same with a corridor and watts. */
  public ClusterView withPower(ClusterPower bounds) {
    return new ClusterView(
        partition,
        version,
        now,
        nodes,
        running,
        waiting,
        bounds,
        resizeCost,
        reservations,
        licences,
        packs);
  }

  /** The same with what packs have said that wait in several partitions. */
  public ClusterView withPacks(List<PackWord> words) {
    return new ClusterView(
        partition,
        version,
        now,
        nodes,
        running,
        waiting,
        power,
        resizeCost,
        reservations,
        licences,
        words);
  }
}
