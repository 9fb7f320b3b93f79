package io.pliant.core.job;

import io.pliant.core.id.StepId;
import io.pliant.core.step.StepState;
import java.util.Map;
import org.pcollections.TreePMap;

/**
 * Which steps of an attempt are kept in memory: all that have tasks, those whose ends say how the
 * job ended, and the newest others. The journal has all of them.
 */
final class KeptSteps {
  /** Steps that are over and kept, as long as they have few nodes. */
  static final int MOST = 500;

  /** Nodes of all these together. */
  static final int MOST_NODES = 10_000;

  private KeptSteps() {}

  static TreePMap<Integer, StepState> of(TreePMap<Integer, StepState> steps) {
    if (steps.size() <= 2) {
      return steps;
    }
    int over = 0;
    int nodes = 0;
    for (StepState step : steps.values()) {
      if (mayGo(step)) {
        over++;
        nodes += step.nodes().size();
      }
    }
    TreePMap<Integer, StepState> kept = steps;
    for (Map.Entry<Integer, StepState> entry : steps.entrySet()) {
      if (over <= MOST && nodes <= MOST_NODES) {
        break;
      }
      // the newest stays, so that no number is given twice
      if (mayGo(entry.getValue()) && !entry.getKey().equals(steps.lastKey())) {
        kept = kept.minus(entry.getKey());
        over--;
        nodes -= entry.getValue().nodes().size();
      }
    }
    return kept;
  }

  private static boolean mayGo(StepState step) {
    return step.step() != StepId.BATCH
        && step.step() != StepId.PROGRAM
        && step.plan().joining() == null
        && step.ended();
  }
}
