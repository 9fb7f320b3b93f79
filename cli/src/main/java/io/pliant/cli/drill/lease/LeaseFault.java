package io.pliant.cli.drill.lease;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One fault: this party dies at that step of a lease.
 *
 * @param late what was killed is started again only when all that is left has been looked at
 * @param delay milliseconds from the begin of the step to the kill
 * @param home number of the job's own partition
 * @param nodes of the job
 */
record LeaseFault(LeaseStep step, LeaseParty party, boolean late, int delay, int home, int nodes) {
  /** A step by messages is over after some 40 ms on a quiet host. */
  private static final int LONGEST_DELAY = 60;

  /** All there are, once, in an order drawn by lot. */
  static List<LeaseFault> all(Random random) {
    List<LeaseFault> all = new ArrayList<>();
    for (LeaseStep step : LeaseStep.values()) {
      for (LeaseParty party : LeaseParty.values()) {
        if (party.isThereAt(step)) {
          int most = LeaseField.PARTITIONS * LeaseField.NODES_OF_EACH;
          all.add(
              new LeaseFault(
                  step,
                  party,
                  random.nextBoolean(),
                  random.nextInt(LONGEST_DELAY),
                  random.nextInt(LeaseField.PARTITIONS),
                  LeaseField.NODES_OF_EACH + 1 + random.nextInt(most - LeaseField.NODES_OF_EACH)));
        }
      }
    }
    Collections.shuffle(all, random);
    return all;
  }

  /** Its name: {@code returning/lender}. */
  String name() {
    return step.word() + "/" + party.word();
  }
}
