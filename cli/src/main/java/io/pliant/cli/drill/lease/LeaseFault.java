package io.pliant.cli.drill.lease;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One fault: this party dies at that step of a lease.
 *
 * @param late what was killed is started again only when all that is left has been looked at, where
 *     the job can do without it
 * @param delay milliseconds from the begin of the step to the kill
 * @param home number of the job's own partition
 * @param nodes of the job
 */
record LeaseFault(LeaseStep step, LeaseParty party, boolean late, int delay, int home, int nodes) {
  /** A step by messages is over after some 40 ms on a quiet host. */
  private static final int LONGEST_DELAY = 60;

  /** All nodes of the pool. */
  private static final int ALL_NODES = LeaseField.PARTITIONS * LeaseField.NODES_OF_EACH;

  /** All there are, once, in an order drawn by lot. */
  static List<LeaseFault> all(Random random) {
    List<LeaseFault> all = new ArrayList<>();
    for (LeaseStep step : LeaseStep.values()) {
      for (LeaseParty party : LeaseParty.values()) {
        if (party.isThereAt(step)) {
          all.add(
              new LeaseFault(
                  step,
                  party,
                  random.nextBoolean(),
                  random.nextInt(LONGEST_DELAY),
                  random.nextInt(LeaseField.PARTITIONS),
                  LeaseField.NODES_OF_EACH
                      + 1
                      + random.nextInt(ALL_NODES - LeaseField.NODES_OF_EACH)));
        }
      }
    }
    Collections.shuffle(all, random);
    return all;
  }

  /**
   * Whether what was killed stays dead until the rest has been looked at. Not the agent of a job
   * that grows, nor of one that needs all nodes and whose tasks have not begun: they never would.
   */
  boolean mendedLast() {
    boolean waitedFor =
        switch (step) {
          case COLLECTING, LAUNCHING -> nodes == ALL_NODES;
          case RUNNING, RETURNING -> false;
          case GROWING, GIVING_BACK -> true;
        };
    return late && !(party == LeaseParty.AGENT && waitedFor);
  }

  /** Its name: {@code returning/lender}. */
  String name() {
    return step.word() + "/" + party.word();
  }
}
