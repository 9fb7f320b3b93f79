package io.pliant.core.reservation;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeChoice;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/**
 * Nodes of a partition that only some jobs may have in a window of time: those that name it, of its
 * users, and end before it does.
 *
 * @param name in its partition
 * @param start from when on its nodes are free of other jobs
 * @param end when it is over; after {@code start}
 * @param nodes its nodes, sorted
 * @param users who may name it, sorted; empty for nobody
 * @param maintenance may share nodes with other reservations, whose jobs then keep off them
 * @param ignoreJobs was made although jobs may run there beyond its start
 */
public record Reservation(
    String name,
    Instant start,
    Instant end,
    List<NodeName> nodes,
    List<String> users,
    boolean maintenance,
    boolean ignoreJobs) {
  /** Users of one reservation. */
  public static final int MOST_USERS = 256;

  /** Nodes of one reservation. */
  public static final int MOST_NODES = 4_096;

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  public Reservation {
    NodeChoice.checkReservation(name);
    nodes = List.copyOf(new TreeSet<>(nodes));
    users = List.copyOf(new TreeSet<>(users));
    if (!end.isAfter(start)) {
      throw new IllegalArgumentException(
          "Expected a reservation that ends after its start, %s, but it ends at %s."
              .formatted(start, end));
    }
    if (start.isBefore(Instant.EPOCH) || end.isAfter(LATEST)) {
      throw new IllegalArgumentException(
          "Expected a reservation between %s and %s, but got one from %s to %s."
              .formatted(Instant.EPOCH, LATEST, start, end));
    }
    if (nodes.isEmpty() || nodes.size() > MOST_NODES || users.size() > MOST_USERS) {
      throw new IllegalArgumentException(
          "Expected a reservation of 1 to %d nodes for at most %d users, but got %d and %d."
              .formatted(MOST_NODES, MOST_USERS, nodes.size(), users.size()));
    }
  }

  /** True when it has the node. */
  public boolean has(NodeName node) {
    return Collections.binarySearch(nodes, node) >= 0;
  }

  /** True when somebody who is there from one time to another meets it. */
  public boolean meets(Instant from, Instant to) {
    return start.isBefore(to) && from.isBefore(end);
  }

  /** True when the window has begun and is not over. */
  public boolean active(Instant now) {
    return !start.isAfter(now) && end.isAfter(now);
  }

  /** Its window in words. */
  public String window() {
    return "from %s to %s".formatted(start, end);
  }
}
