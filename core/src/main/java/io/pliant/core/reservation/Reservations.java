package io.pliant.core.reservation;

import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of a partition, and which nodes they keep from whom.
 *
 * @param all in the order of their names; some may be over
 */
public record Reservations(List<Reservation> all) {
  public Reservations {
    all = List.copyOf(all);
  }

  /** Those of a list, which is null where there are none. */
  public static Reservations of(@Nullable List<Reservation> all) {
    return new Reservations(all == null ? List.of() : all);
  }

  /** The one of that name, or null. */
  public @Nullable Reservation named(String name) {
    return all.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
  }

  /** Those that keep nodes from a job which is there from one time to another. */
  public List<Reservation> against(@Nullable String own, Instant from, Instant to) {
    return all.stream().filter(each -> !each.name().equals(own) && each.meets(from, to)).toList();
  }

  /** The nodes that these have. */
  public static TreeSet<NodeName> nodes(List<Reservation> some) {
    TreeSet<NodeName> nodes = new TreeSet<>();
    some.forEach(each -> nodes.addAll(each.nodes()));
    return nodes;
  }

  /**
   * Why a job may not be on a node from one time to another, or null.
   *
   * @param own name of its reservation, or null for none
   */
  public @Nullable String refuse(@Nullable String own, NodeName node, Instant from, Instant to) {
    for (Reservation other : against(own, from, to)) {
      if (other.has(node)) {
        return "node %s is reserved (%s, %s)".formatted(node, other.name(), other.window());
      }
    }
    if (own == null) {
      return null;
    }
    Reservation mine = named(own);
    if (mine == null) {
      return "there is no reservation " + own;
    }
    if (mine.start().isAfter(from) || to.isAfter(mine.end())) {
      return "reservation %s is %s only".formatted(own, mine.window());
    }
    return mine.has(node) ? null : "node %s is not of reservation %s".formatted(node, own);
  }
}
