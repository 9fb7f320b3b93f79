package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an application owes, computed from what is durable and what was told: sent after each
 * change, after recovery, and again from time to time.
 */
public final class ApplicationOrders {
  private static final String BUSY = "adaptation %d is on its way";

  private ApplicationOrders() {}

  /**
   * All of it.
   *
   * @param known the order to nodes of the last time, or null; it comes back when nothing in it has
   *     changed, so that whoever compares orders does not compare worlds
   */
  public static List<ApplicationOrder> owed(
      ApplicationState state, Sightings sights, @Nullable NodeOrder known) {
    if (state.attempt() == 0 || sights.attempt() != state.attempt()) {
      return List.of();
    }
    List<ApplicationOrder> orders = new ArrayList<>();
    LedgerEnd end = state.lastResize();
    if (end != null) {
      orders.add(new ApplicationOrder.CloseResize(end));
    }
    if (sights.over()) {
      return orders;
    }
    ApplicationEvent.ApplicationGivenUp givenUp = state.givenUp();
    if (givenUp != null) {
      orders.add(new ApplicationOrder.GiveUp(givenUp.reason(), givenUp.requeue()));
      return orders;
    }
    if (!state.vacated().isEmpty()) {
      orders.add(new ApplicationOrder.LeaveNodes(state.vacated()));
    }
    Dialogue current = state.current();
    if (current != null) {
      ofAdaptation(current, orders);
    } else if (!state.world().isEmpty()) {
      unanswered(state, sights).forEach(w -> orders.add(new ApplicationOrder.AskPartition(w)));
    }
    toNodes(state, sights, known, orders);
    return orders;
  }

  private static void ofAdaptation(Dialogue current, List<ApplicationOrder> orders) {
    Resize resize = current.resize();
    if (resize != null && current.stage() == Stage.PREPARING && current.kind().adds()) {
      orders.add(
          new ApplicationOrder.StartTasks(current.number(), resize.ledger(), current.agreed()));
    }
    Instant deadline = current.deadline();
    if (deadline != null && current.stage() != Stage.ADAPTING) {
      orders.add(new ApplicationOrder.LookAgain(deadline));
    }
  }

  private static void toNodes(
      ApplicationState state,
      Sightings sights,
      @Nullable NodeOrder known,
      List<ApplicationOrder> orders) {
    NodeOrder order =
        new NodeOrder(
                state.job(),
                state.attempt(),
                state.version(),
                state.secret(),
                state.first(),
                offer(state),
                adapt(state.current()),
                state.outcomes(),
                replies(state, sights))
            .or(known);
    for (NodeName node : audience(state, sights)) {
      orders.add(new ApplicationOrder.TellNode(node, order));
    }
  }

  /** Nodes with tasks of the attempt that may still have something to hear. */
  private static TreeSet<NodeName> audience(ApplicationState state, Sightings sights) {
    TreeSet<NodeName> nodes = new TreeSet<>();
    state.seats().stream()
        .filter(s -> !sights.ended(s.task()))
        .forEach(seat -> nodes.add(seat.node()));
    sights.fates().values().stream()
        .filter(f -> f.fate() == SeatFate.Fate.ALIVE)
        .forEach(f -> nodes.add(f.seat().node()));
    state.world().forEach(m -> nodes.add(m.node()));
    Dialogue current = state.current();
    if (current != null) {
      current.union().forEach(m -> nodes.add(m.node()));
    }
    return nodes;
  }

  private static NodeOrder.@Nullable Offer offer(ApplicationState state) {
    Dialogue current = state.current();
    Resize resize = current == null ? null : current.resize();
    Instant deadline = current == null ? null : current.deadline();
    if (current == null
        || current.stage() != Stage.OFFERED
        || current.old().isEmpty()
        || resize == null
        || deadline == null) {
      return null;
    }
    int change = resize.slices().size();
    int size = state.nodes().size() + (resize.kind().adds() ? change : -change);
    return new NodeOrder.Offer(
        current.number(),
        current.old().getFirst().task(),
        resize.kind().wire(),
        change,
        size,
        resize.mandatory(),
        deadline);
  }

  private static NodeOrder.@Nullable Adapt adapt(@Nullable Dialogue current) {
    if (current == null || current.stage() == Stage.OFFERED || current.stage() == Stage.PREPARING) {
      return null;
    }
    return new NodeOrder.Adapt(
        current.number(),
        current.kind().wire(),
        current.old(),
        current.joining(),
        current.leaving(),
        current.lost(),
        current.stage() == Stage.ADAPTING,
        current.phase());
  }

  private static List<NodeOrder.Reply> replies(ApplicationState state, Sightings sights) {
    List<NodeOrder.Reply> replies = new ArrayList<>(state.granted());
    Dialogue current = state.current();
    if (current != null) {
      String busy = BUSY.formatted(current.number());
      unanswered(state, sights).forEach(w -> replies.add(reply(w.request(), busy)));
    }
    sights.denials().forEach((request, reason) -> replies.add(reply(request, reason)));
    return replies;
  }

  private static NodeOrder.Reply reply(String request, String reason) {
    return new NodeOrder.Reply(request, 0, reason);
  }

  /** Requests that were not granted yet. */
  static List<Wish> unanswered(ApplicationState state, Sightings sights) {
    return sights.wishes().values().stream()
        .filter(w -> state.granted().stream().noneMatch(r -> r.request().equals(w.request())))
        .toList();
  }
}
