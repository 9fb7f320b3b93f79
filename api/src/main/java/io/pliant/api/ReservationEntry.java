package io.pliant.api;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.PartitionName;
import io.pliant.core.reservation.Reservation;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A reservation that is not over.
 *
 * @param nodes number of its nodes
 * @param nodeList these as a host list
 * @param users who may submit jobs to it; empty for nobody
 * @param maintenance may share nodes with other reservations, whose jobs then keep off them
 * @param ignoreJobs was made although jobs may run there beyond its start
 * @param active its window has begun
 * @param accounts one of which its jobs have, or null for any
 */
public record ReservationEntry(
    String name,
    PartitionName partition,
    Instant start,
    Instant end,
    int nodes,
    String nodeList,
    List<String> users,
    boolean maintenance,
    boolean ignoreJobs,
    boolean active,
    @Nullable List<String> accounts) {
  /** Its flags by the words of {@link ReserveRequest}. */
  List<String> flags() {
    return Stream.of(maintenance ? "maintenance" : "", ignoreJobs ? "ignore-jobs" : "")
        .filter(flag -> !flag.isEmpty())
        .toList();
  }

  /** The reservation that it tells of. */
  public Reservation reservation() {
    return new Reservation(
        name, start, end, Hostlist.expand(nodeList), users, maintenance, ignoreJobs, accounts);
  }

  /** The entry of a reservation as of now. */
  public static ReservationEntry of(PartitionName partition, Reservation made, Instant now) {
    return new ReservationEntry(
        made.name(),
        partition,
        made.start(),
        made.end(),
        made.nodes().size(),
        Hostlist.compress(made.nodes()),
        made.users(),
        made.maintenance(),
        made.ignoreJobs(),
        made.active(now),
        made.accounts());
  }
}
