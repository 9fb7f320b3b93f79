package io.pliant.sim.power;

import io.pliant.core.power.Corridor;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Whether any sizes keep a corridor, by listing every sum of watts that can be reached with every
 * number of nodes. It shares nothing with the solver that policies use; watts are rounded to
 * tenths.
 */
public final class CorridorOracle {
  private static final int TENTHS = 10;

  private CorridorOracle() {}

  /**
   * A job with the sizes that it could have, 0 among them when it need not be started.
   *
   * @param watts of each of its nodes
   */
  public record Choice(List<Integer> sizes, double watts) {}

  /** True when some sizes of the jobs keep the bounds on so many nodes. */
  public static boolean feasible(
      int nodes, double idleWatts, Corridor corridor, List<Choice> jobs) {
    BitSet[] reached = new BitSet[nodes + 1];
    for (int n = 0; n <= nodes; n++) {
      reached[n] = new BitSet();
    }
    reached[0].set(0);
    for (Choice job : jobs) {
      BitSet[] next = new BitSet[nodes + 1];
      for (int n = 0; n <= nodes; n++) {
        next[n] = new BitSet();
      }
      for (int size : job.sizes()) {
        int shift = (int) Math.round(size * job.watts() * TENTHS);
        for (int n = 0; n + size <= nodes; n++) {
          reached[n].stream().forEach(bitSetter(next[n + size], shift));
        }
      }
      reached = next;
    }
    for (int n = 0; n <= nodes; n++) {
      double idle = (nodes - n) * idleWatts;
      int from = (int) Math.ceil((corridor.lower() - idle) * TENTHS - 1e-6);
      int sum = reached[n].nextSetBit(Math.max(0, from));
      if (sum >= 0 && sum <= (corridor.upper() - idle) * TENTHS + 1e-6) {
        return true;
      }
    }
    return false;
  }

  private static IntConsumer bitSetter(BitSet into, int shift) {
    return bit -> into.set(bit + shift);
  }
}
