package io.pliant.core.reservation;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeChoice;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reservation that somebody asks for; see {@link Reservation}.
 *
 * @param nodes those that it is to have, or null when the partition is to choose
 * @param count how many the partition is to choose, 0 when {@code nodes} are given
 * @param accounts which its jobs have one of, or null for any
 * @param replaces the reservation that it is to change, as it was when somebody looked at it; null
 *     for a new one
 */
public record ReservationRequest(
    String name,
    Instant start,
    Instant end,
    @Nullable List<NodeName> nodes,
    int count,
    List<String> users,
    boolean maintenance,
    boolean ignoreJobs,
    @Nullable List<String> accounts,
    @Nullable Reservation replaces) {
  public ReservationRequest {
    NodeChoice.checkReservation(name);
    nodes = nodes == null ? null : List.copyOf(nodes);
    users = List.copyOf(users);
    if ((nodes == null) == (count < 1)) {
      throw new IllegalArgumentException(
          "Expected the nodes of reservation %s, or how many of them, and not both."
              .formatted(name));
    }
  }

  /** One that is new. */
  public ReservationRequest(
      String name,
      Instant start,
      Instant end,
      @Nullable List<NodeName> nodes,
      int count,
      List<String> users,
      boolean maintenance,
      boolean ignoreJobs,
      @Nullable List<String> accounts) {
    this(name, start, end, nodes, count, users, maintenance, ignoreJobs, accounts, null);
  }

  /** The reservation on these nodes. */
  public Reservation on(List<NodeName> chosen) {
    return new Reservation(name, start, end, chosen, users, maintenance, ignoreJobs, accounts);
  }

  /** True when a reservation is what this asks for: it comes again. */
  public boolean madeAs(Reservation made) {
    return on(made.nodes()).equals(made)
        && (nodes == null ? made.nodes().size() == count : on(nodes).equals(made));
  }
}
