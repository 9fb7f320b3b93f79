package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What each node's agent is to tell its tasks. A node's order holds offers and outcomes for its own
 * tasks only, and stays the same instance, with the same number, while nothing in it changes: so an
 * offer is news for the first node alone, and worlds of many tasks are not sent for each step.
 *
 * @param state what it was computed from
 * @param fates what it was computed from
 * @param wishes what it was computed from
 * @param denials what it was computed from
 * @param byNode an order for each node with tasks that may still have something to hear
 */
public record NodeOrders(
    ApplicationState state,
    Map<String, SeatFate> fates,
    Map<String, Wish> wishes,
    Map<String, String> denials,
    SortedMap<NodeName, NodeOrder> byNode) {
  private static final String BUSY = "adaptation %d is on its way";

  public NodeOrders {
    byNode = Collections.unmodifiableSortedMap(byNode);
  }

  /**
   * The orders of now.
   *
   * @param known those of the last time, or null
   */
  public static NodeOrders of(
      ApplicationState state, ProgramReports sights, @Nullable NodeOrders known) {
    if (known != null
        && state.equals(known.state)
        && sights.fates().equals(known.fates)
        && sights.wishes().equals(known.wishes)
        && sights.denials().equals(known.denials)) {
      return known;
    }
    Map<NodeName, Set<String>> tasks = tasks(state, sights);
    List<NodeOrder.Reply> replies = replies(state, sights);
    NodeOrder.Adapt adapt = adapt(state.current());
    SortedMap<NodeName, NodeOrder> orders = new TreeMap<>();
    for (NodeName node : audience(state, sights)) {
      Set<String> here = tasks.getOrDefault(node, Set.of());
      NodeOrder order =
          new NodeOrder(
              state.job(),
              state.attempt(),
              state.version(),
              state.secret(),
              state.first(),
              offer(state, here),
              adapt,
              outcomes(state, here),
              replies);
      NodeOrder before = known == null ? null : known.byNode.get(node);
      orders.put(node, before != null && order.saysTheSame(before) ? before : order);
    }
    return new NodeOrders(state, sights.fates(), sights.wishes(), sights.denials(), orders);
  }

  /** Nodes with tasks of the attempt that may still have something to hear. */
  private static TreeSet<NodeName> audience(ApplicationState state, ProgramReports sights) {
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

  /** All tasks that there are or were, by node. */
  private static Map<NodeName, Set<String>> tasks(ApplicationState state, ProgramReports sights) {
    List<Seat> seats = new ArrayList<>(state.seats());
    sights.fates().values().forEach(fate -> seats.add(fate.seat()));
    List<Member> members = new ArrayList<>(state.world());
    Dialogue current = state.current();
    if (current != null) {
      members.addAll(current.union());
    }
    members.forEach(m -> seats.add(new Seat(m.task(), m.node())));
    Map<NodeName, Set<String>> tasks = new TreeMap<>();
    seats.forEach(s -> tasks.computeIfAbsent(s.node(), _ -> new TreeSet<>()).add(s.task()));
    return tasks;
  }

  private static List<NodeOrder.Outcome> outcomes(ApplicationState state, Set<String> here) {
    List<NodeOrder.Outcome> outcomes = new ArrayList<>();
    for (NodeOrder.Outcome outcome : state.outcomes()) {
      List<String> tasks = outcome.tasks().stream().filter(here::contains).toList();
      if (!tasks.isEmpty()) {
        outcomes.add(new NodeOrder.Outcome(outcome.number(), outcome.result(), tasks));
      }
    }
    return outcomes;
  }

  private static NodeOrder.@Nullable Offer offer(ApplicationState state, Set<String> here) {
    Dialogue current = state.current();
    Resize resize = current == null ? null : current.resize();
    Instant deadline = current == null ? null : current.deadline();
    if (current == null
        || current.stage() != Stage.OFFERED
        || current.old().isEmpty()
        || resize == null
        || deadline == null
        || !here.contains(current.old().getFirst().task())) {
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

  private static List<NodeOrder.Reply> replies(ApplicationState state, ProgramReports sights) {
    List<NodeOrder.Reply> replies = new ArrayList<>(state.granted());
    Dialogue current = state.current();
    if (current != null) {
      String busy = BUSY.formatted(current.number());
      ApplicationOrders.unanswered(state, sights)
          .forEach(w -> replies.add(reply(w.request(), busy)));
    }
    sights.denials().forEach((request, reason) -> replies.add(reply(request, reason)));
    return replies;
  }

  private static NodeOrder.Reply reply(String request, String reason) {
    return new NodeOrder.Reply(request, 0, reason);
  }
}
