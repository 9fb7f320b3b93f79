package io.pliant.core.lending;

import io.pliant.core.id.NodeName;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.UnaryOperator;

/** What rounds see of a partition that has promised some of it to others. */
final class RoundSight {
  private RoundSight() {}

  /**
   * Makes of a view the same with nodes in use that are kept for others, and with what is promised
   * to jobs of the pool set aside.
   */
  static UnaryOperator<ClusterView> without(SortedSet<NodeName> kept, List<Reservation> promised) {
    return view -> {
      ClusterView hidden =
          view.with(
              view.nodes().stream()
                  .map(node -> kept.contains(node.name()) ? inUse(node) : node)
                  .toList(),
              view.running(),
              view.waiting());
      if (promised.isEmpty()) {
        return hidden;
      }
      List<Reservation> all = new ArrayList<>(promised);
      List<Reservation> known = view.reservations();
      all.addAll(known == null ? List.of() : known);
      return hidden.withReservations(all);
    };
  }

  private static NodeView inUse(NodeView node) {
    return new NodeView(
        node.name(), node.capacity(), 0, 0, node.jobs() + 1, node.available(), null);
  }
}
