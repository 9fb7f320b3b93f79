package io.pliant.core.adaptation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What an application owes, computed from what is durable and what was told: sent after each
 * change, after recovery, and again from time to time.
 */
public final class ApplicationOrders {
  private ApplicationOrders() {}

  /**
   * All of it.
   *
   * @param toNodes what nodes' agents are told
   */
  public static List<ApplicationOrder> owed(
      ApplicationState state, ProgramReports sights, NodeOrders toNodes) {
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
    toNodes
        .byNode()
        .forEach((node, order) -> orders.add(new ApplicationOrder.TellNode(node, order)));
    return orders;
  }

  /**
   * True while somebody waits for what is owed: a dialogue is on its way, the program has asked for
   * something, or it cannot go on.
   */
  public static boolean urgent(ApplicationState state, List<ApplicationOrder> owed) {
    return state.current() != null
        || owed.stream()
            .anyMatch(order ->
                order instanceof ApplicationOrder.AskPartition
                    || order instanceof ApplicationOrder.GiveUp);
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

  /** Requests that were not granted yet. */
  static List<Wish> unanswered(ApplicationState state, ProgramReports sights) {
    return sights.wishes().values().stream()
        .filter(w -> state.granted().stream().noneMatch(r -> r.request().equals(w.request())))
        .toList();
  }
}
