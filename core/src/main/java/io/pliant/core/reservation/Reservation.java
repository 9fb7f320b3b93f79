package io.pliant.core.reservation;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeChoice;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
 * @param accounts which a job that names it has one of, sorted, or null for any; with {@code users}
 *     both must agree, as in Slurm
 */
public record Reservation(
    String name,
    Instant start,
    Instant end,
    List<NodeName> nodes,
    List<String> users,
    boolean maintenance,
    boolean ignoreJobs,
    @Nullable List<String> accounts) {
  /** Users, and accounts, of one reservation. */
  public static final int MOST_USERS = 256;

  /** Nodes of one reservation. */
  public static final int MOST_NODES = 4_096;

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  public Reservation {
    NodeChoice.checkReservation(name);
    nodes = List.copyOf(new TreeSet<>(nodes));
    users = List.copyOf(new TreeSet<>(users));
    accounts = accounts == null || accounts.isEmpty() ? null : List.copyOf(new TreeSet<>(accounts));
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
    if (accounts != null && accounts.size() > MOST_USERS) {
      throw new IllegalArgumentException(
          "Expected a reservation for at most %d accounts, but got %d."
              .formatted(MOST_USERS, accounts.size()));
    }
  }

  /** Nodes that are set aside for users, whatever account they name. */
  public Reservation(
      String name,
      Instant start,
      Instant end,
      List<NodeName> nodes,
      List<String> users,
      boolean maintenance,
      boolean ignoreJobs) {
    this(name, start, end, nodes, users, maintenance, ignoreJobs, null);
  }

  /** True when a job of this user and this account may name it. */
  public boolean admits(String user, @Nullable String account) {
    if (accounts == null) {
      return users.contains(user);
    }
    return account != null
        && accounts.contains(account)
        && (users.isEmpty() || users.contains(user));
  }

  /** Whom it is for, in words: the first few of each. */
  public String audience(int most) {
    String named = String.join(", ", users.stream().limit(most).toList());
    if (accounts == null) {
      return named.isEmpty() ? "nobody" : named;
    }
    return (named.isEmpty() ? "" : named + " with ")
        + "account "
        + String.join(" or ", accounts.stream().limit(most).toList());
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
