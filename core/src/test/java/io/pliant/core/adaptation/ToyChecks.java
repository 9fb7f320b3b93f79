package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import java.util.List;

/** What must hold in a toy cluster, and how a run of it comes to its end. */
final class ToyChecks {
  private static final int FINISH_STEPS = 2_000;

  private ToyChecks() {}

  /** What is wrong with a state, or nothing. */
  static String faultOf(Toy toy) {
    if (toy.ledger().count() != 4) {
      return "a node is in two places or in none: " + toy.ledger();
    }
    for (SeatFate fate : toy.job().fates().values()) {
      boolean alive = fate.fate() == SeatFate.Fate.ALIVE;
      if (alive && toy.ledger().free().contains(fate.seat().node())) {
        return "a task runs on nobody's node " + fate.seat().node();
      }
    }
    ApplicationState app = toy.app();
    long numbers = app.changes().stream().map(SizeChange::number).distinct().count();
    if (numbers != app.changes().size()) {
      return "an adaptation has two outcomes: " + app.changes();
    }
    int going = app.current() == null ? 0 : 1;
    return numbers + going == app.adaptations()
        ? ""
        : "an adaptation has no outcome and is not on its way: " + app;
  }

  /** Runs on without faults; ends the attempt when a program that refuses keeps a shrink open. */
  static Toy finish(Toy from, List<String> steps) {
    Toy toy = from;
    for (int i = 0; i < FINISH_STEPS; i++) {
      ToyMoves.Move next =
          ToyMoves.of(toy).stream().filter(ToyMoves.Move::fair).findFirst().orElse(null);
      if (next != null) {
        steps.add(next.name());
        toy = next.to();
        continue;
      }
      Dialogue current = toy.app().current();
      if (current == null) {
        return toy;
      }
      boolean canExpire = current.deadline() != null && current.stage() != Stage.ADAPTING;
      steps.add(canExpire ? "deadline" : "the end");
      toy =
          canExpire && toy.late() < from.late() + 3
              ? toy.later()
              : toy.with(toy.job().ending()).knowing(toy.sights().nowOver());
    }
    return toy;
  }

  /** What is left undone in a state in which nothing more happens, or nothing. */
  static String unfinished(Toy toy) {
    if (toy.app().current() != null) {
      return "still on its way: " + toy.app().current();
    }
    if (toy.ledger().active() != null || !toy.ledger().leaving().isEmpty()) {
      return "the ledger waits: " + toy.ledger();
    }
    boolean someAlive = false;
    for (SeatFate fate : toy.job().fates().values()) {
      boolean alive = fate.fate() == SeatFate.Fate.ALIVE;
      someAlive |= alive;
      if (alive && !toy.ledger().held().contains(fate.seat().node())) {
        return "a task runs on a node that is not the job's: " + fate;
      }
    }
    for (NodeName node : toy.ledger().held()) {
      if (someAlive && !used(toy, node) && !node.equals(Toy.node("a"))) {
        return "the job holds node " + node + " and uses it for nothing";
      }
    }
    return faultOf(toy);
  }

  private static boolean used(Toy toy, NodeName node) {
    return toy.job().fates().values().stream()
        .anyMatch(f -> f.seat().node().equals(node) && f.fate() == SeatFate.Fate.ALIVE);
  }
}
