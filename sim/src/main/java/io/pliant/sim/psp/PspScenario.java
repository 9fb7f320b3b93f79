package io.pliant.sim.psp;

import io.pliant.sim.trace.Trace;
import java.util.Random;

/**
 * The six scenarios of the PSP study, on workloads like those of Cluster FING: 1000 jobs of 20
 * users, 1 to 16 cores (powers of two), run times from a minute to ten days.
 *
 * <p>The study gives neither the machine nor the arrivals; here it is {@value #PROCESSORS} cores,
 * run times are spread evenly over their logarithm, and submissions evenly over the time in which
 * the machine could do all work at a load of 0.8. A user's requests are run / accuracy, with the
 * accuracy of the user's group varied by a tenth. Users that learn improve after every fifth job:
 * by a tenth of what is missing up to 0.5, by a tenth of what is there above, at most to 1.
 */
public enum PspScenario {
  /** All users in the worst class. */
  BE(new double[][] {{0.02, 0.18}}, new int[] {20}, 0),
  /** All users in the best class. */
  GE(new double[][] {{0.88, 1}}, new int[] {20}, 0),
  /** The groups of Cluster FING: 21, 21, 18, 17, 19, 4 %. */
  CF(groups(), new int[] {4, 4, 4, 3, 4, 1}, 0),
  /** The groups with half of the users good: 12, 12, 9, 8, 10, 49 %. */
  CFG(groups(), new int[] {2, 2, 2, 2, 2, 10}, 0),
  /** The groups of Cluster FING, all users learning. */
  DI(groups(), new int[] {4, 4, 4, 3, 4, 1}, 20),
  /** The same, half of the users learning. */
  HDI(groups(), new int[] {4, 4, 4, 3, 4, 1}, 10);

  /** Cores of the machine. */
  public static final int PROCESSORS = 64;

  private static final int JOBS = 1000;
  private static final int USERS = 20;
  private static final int LEARN_EVERY = 5;
  private static final double LOAD = 0.8;
  private static final double SHORTEST = 60;
  private static final double LONGEST = 10 * 86_400.0;

  private final double[][] ranges;
  private final int[] users;
  private final int learners;

  PspScenario(double[][] ranges, int[] users, int learners) {
    this.ranges = ranges;
    this.users = users;
    this.learners = learners;
  }

  private static double[][] groups() {
    return new double[][] {
      {0.01, 0.05}, {0.05, 0.15}, {0.15, 0.25}, {0.25, 0.35}, {0.35, 0.6}, {0.6, 1}
    };
  }

  /** The workload of a seed; run times and sizes are the same in all scenarios. */
  public Trace workload(long seed) {
    Random random = new Random(seed);
    Trace trace =
        new Trace(
            name() + " " + seed,
            PROCESSORS,
            new long[JOBS],
            new long[JOBS],
            new long[JOBS],
            new int[JOBS],
            new long[JOBS],
            new int[JOBS],
            0);
    double work = 0;
    for (int job = 0; job < JOBS; job++) {
      trace.ids()[job] = job + 1;
      trace.runs()[job] = Math.round(SHORTEST * Math.pow(LONGEST / SHORTEST, random.nextDouble()));
      trace.widths()[job] = 1 << random.nextInt(5);
      trace.users()[job] = random.nextInt(USERS);
      work += (double) trace.runs()[job] * trace.widths()[job];
    }
    double span = work / PROCESSORS / LOAD;
    for (int job = 0; job < JOBS; job++) {
      trace.submits()[job] = Math.round(span * job / JOBS);
    }
    estimate(trace, accuracies(random), random);
    return trace;
  }

  private double[] accuracies(Random random) {
    double[] accuracies = new double[USERS];
    int user = 0;
    for (int group = 0; group < users.length; group++) {
      for (int i = 0; i < users[group]; i++) {
        double[] range = ranges[group];
        accuracies[user++] = range[0] + (range[1] - range[0]) * random.nextDouble();
      }
    }
    return accuracies;
  }

  private void estimate(Trace trace, double[] accuracies, Random random) {
    int[] submitted = new int[USERS];
    for (int job = 0; job < JOBS; job++) {
      int user = trace.users()[job];
      double drawn = Math.clamp(accuracies[user] * (0.9 + 0.2 * random.nextDouble()), 0.005, 1);
      trace.estimates()[job] = Math.max(trace.runs()[job], Math.round(trace.runs()[job] / drawn));
      if (++submitted[user] % LEARN_EVERY == 0
          && user * learners / USERS != (user + 1) * learners / USERS) {
        double a = accuracies[user];
        accuracies[user] = Math.min(1, a <= 0.5 ? a + (1 - a) * 0.1 : a * 1.1);
      }
    }
  }
}
