package io.pliant.sim.elastic;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The ESP mix as in the evaluation of the adaptive Slurm: 230 jobs of 14 types on 32 nodes, in a
 * seeded random order, 30 s apart; a seeded share of them malleable. The two full-machine jobs (Z)
 * arrive in the random order like the rest.
 *
 * <p>Malleable jobs prefer their type's size; least and largest size are the lowest and highest
 * legal value of the type's constraint up to 32 nodes. Speed-up follows Amdahl's law with a serial
 * share drawn for each job, the draw being the same whatever the share of malleable jobs. Estimates
 * are the run times.
 *
 * <p><b>Source.</b> A. Wong et al., SC 2000 (ESP); M. Chadha, J. John, M. Gerndt, 2020, table I.
 */
public final class EspMix {
  /** Nodes of the machine. */
  public static final int NODES = 32;

  /** Node-seconds of all jobs / nodes: no schedule of rigid jobs is shorter. */
  public static final int LOWER_BOUND_SECONDS = 10_976;

  /** Milliseconds between two submissions. */
  public static final long APART = 30_000;

  private static final double[] SERIAL_SHARES = {0.05, 0.02, 0.01, 0.005, 0.001};

  private record Type(char name, int nodes, int count, int seconds, SizeConstraint constraint) {}

  private static final List<Type> TYPES =
      List.of(
          new Type('A', 1, 75, 267, SizeConstraint.ANY),
          new Type('B', 2, 9, 322, SizeConstraint.POWER_OF_TWO),
          new Type('C', 16, 3, 534, SizeConstraint.ANY),
          new Type('D', 8, 3, 616, SizeConstraint.EVEN),
          new Type('E', 16, 3, 315, SizeConstraint.ANY),
          new Type('F', 2, 9, 1846, SizeConstraint.POWER_OF_TWO),
          new Type('G', 4, 6, 1334, SizeConstraint.EVEN),
          new Type('H', 5, 6, 1067, SizeConstraint.ODD),
          new Type('I', 1, 24, 1432, SizeConstraint.ANY),
          new Type('J', 2, 24, 725, SizeConstraint.POWER_OF_TWO),
          new Type('K', 3, 15, 487, SizeConstraint.ANY),
          new Type('L', 4, 36, 366, SizeConstraint.EVEN),
          new Type('M', 8, 15, 187, SizeConstraint.ANY),
          new Type('Z', 32, 2, 100, SizeConstraint.ANY));

  private EspMix() {}

  /**
   * The mix.
   *
   * @param share of malleable jobs, from 0 to 1; a larger share contains the smaller one's jobs
   * @param seed of order, choice and speed-ups
   * @param cost of resizes
   */
  public static Workload of(double share, long seed, ResizeCost cost) {
    Random random = new Random(seed);
    List<Type> order = new ArrayList<>();
    TYPES.forEach(type -> order.addAll(Collections.nCopies(type.count, type)));
    Collections.shuffle(order, random);
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      chosen.add(i);
    }
    Collections.shuffle(chosen, random);
    List<Integer> malleable = chosen.subList(0, (int) Math.round(share * order.size()));
    List<ElasticJob> jobs = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      double serial = SERIAL_SHARES[random.nextInt(SERIAL_SHARES.length)];
      jobs.add(job(i, order.get(i), malleable.contains(i), new SpeedUp(serial)));
    }
    return new Workload("ESP mix, seed " + seed, NODES, jobs, cost);
  }

  private static ElasticJob job(int index, Type type, boolean malleable, SpeedUp curve) {
    SizeRange sizes = malleable ? sizes(type) : SizeRange.rigid(type.nodes);
    long run = type.seconds * 1000L;
    return new ElasticJob(
        new WaitingShape(index, sizes, index * APART, run, type.nodes),
        index + 1,
        String.valueOf(type.name),
        run,
        List.of(new ElasticJob.Phase(1, curve)));
  }

  private static SizeRange sizes(Type type) {
    int least = 1;
    while (type.constraint.floor(least) != least) {
      least++;
    }
    return new SizeRange(least, type.nodes, type.constraint.floor(NODES), type.constraint);
  }
}
