package io.pliant.core.power;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Random redistributions, small enough to be enumerated or as large as asked. */
public final class RandomProblems {
  private RandomProblems() {}

  /** At most six jobs on at most twelve nodes, with everything in it. */
  public static Redistribution small(long seed) {
    Random random = new Random(seed);
    return of(random, random.nextInt(7), 1 + random.nextInt(12), random.nextInt(4));
  }

  /** So many jobs that hold most of so many nodes; the corridor asks for a change. */
  public static Redistribution large(long seed, int jobs, int nodes) {
    Random random = new Random(seed);
    return of(random, jobs, nodes, 1);
  }

  private static Redistribution of(Random random, int count, int nodes, int waiting) {
    double idle = 40 + random.nextInt(60);
    List<Redistribution.Job> jobs = new ArrayList<>();
    int free = nodes;
    double power = nodes * idle;
    double reach = 0;
    for (int i = 0; i < count; i++) {
      boolean waits = i >= count - waiting;
      int share = Math.max(1, 2 * nodes / Math.max(1, count));
      int current = waits ? 0 : Math.min(free, 1 + random.nextInt(share));
      if (current == 0 && !waits) {
        continue;
      }
      free -= current;
      Watts watts = watts(random, idle);
      power += current * (watts.high() - idle);
      List<Integer> sizes = sizes(random, current, Math.max(current, Math.min(nodes, 2 * share)));
      reach += sizes.getLast() * Math.abs(watts.high() - idle);
      jobs.add(
          new Redistribution.Job(
              i, current, 1 + random.nextInt(share), sizes, watts, waits ? i % 7 : 0));
    }
    double middle = power + (random.nextDouble() - 0.5) * reach * 0.6;
    double width = random.nextInt(4) == 0 ? random.nextInt(20) : reach * 0.3 * random.nextDouble();
    double lower = Math.max(0, middle - width);
    return new Redistribution(
        nodes, idle, new Corridor(lower, Math.max(lower, middle + width)), jobs);
  }

  private static Watts watts(Random random, double idle) {
    double low = idle * 0.9 + random.nextInt(250) + random.nextInt(10) / 10.0;
    return random.nextBoolean()
        ? Watts.measured(low)
        : Watts.declared(low, low + random.nextInt(40));
  }

  private static List<Integer> sizes(Random random, int current, int most) {
    TreeSet<Integer> sizes = new TreeSet<>();
    if (current > 0) {
      sizes.add(current);
    }
    int kind = random.nextInt(6);
    int least = 1 + random.nextInt(Math.max(1, most / 2));
    for (int n = least; n <= most; n++) {
      boolean legal =
          switch (kind) {
            case 0 -> current == 0 && n == least;
            case 1 -> Integer.bitCount(n) == 1;
            case 2 -> n % 2 == 0;
            case 3 -> n % 2 == 1;
            case 4 -> Math.pow(Math.round(Math.cbrt(n)), 3) == n;
            default -> true;
          };
      if (legal) {
        sizes.add(n);
      }
    }
    if (sizes.isEmpty()) {
      sizes.add(least);
    }
    if (current == 0 && random.nextBoolean()) {
      sizes.add(0);
    }
    return List.copyOf(sizes);
  }
}
