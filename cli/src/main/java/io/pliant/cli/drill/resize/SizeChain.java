package io.pliant.cli.drill.resize;

import io.pliant.cli.drill.resize.ResizeClient.Change;
import io.pliant.core.adaptation.Kind;
import java.util.ArrayList;
import java.util.List;

/** Holds the size history of a job to itself: one outcome each, and sizes that follow. */
final class SizeChain {
  private SizeChain() {}

  /**
   * What is wrong with it; empty when nothing is.
   *
   * @param start nodes at the start
   */
  static List<String> wrong(int start, List<Change> changes) {
    List<String> wrong = new ArrayList<>();
    int size = start;
    int number = 0;
    for (Change change : changes) {
      if (change.number() != number + 1) {
        wrong.add("adaptation %d comes after %d".formatted(change.number(), number));
      }
      number = change.number();
      boolean follows =
          change.kind() == Kind.LOSS
              ? change.size() <= size
              : change.size() == size + difference(change) || isForced(change);
      if (!follows) {
        wrong.add("%d nodes became '%s'".formatted(size, change));
      }
      size = change.size();
    }
    return wrong;
  }

  private static int difference(Change change) {
    boolean done = change.result().committed();
    int nodes = done ? change.nodes().size() : 0;
    return change.kind().adds() ? nodes : -nodes;
  }

  /** The nodes of a shrink that is past its deadline go with the loss that follows. */
  private static boolean isForced(Change change) {
    return change.kind() == Kind.SHRINK
        && !change.result().committed()
        && !change.nodes().isEmpty();
  }
}
