package io.pliant.sim.suite;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import io.pliant.sim.elastic.ElasticJob;
import io.pliant.sim.elastic.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Small workloads with everything in them: bursts, ties, wide and tiny jobs, bad estimates. */
public final class RandomWorkloads {
  private static final int MOST_NODES = 12;
  private static final int MOST_JOBS = 30;

  private RandomWorkloads() {}

  /** Jobs scale by the curve that the policy assumes of jobs it does not know. */
  public static Workload withKnownCurves(long seed) {
    return workload(new Random(seed), true);
  }

  /** Jobs scale by curves of their own, some better and some worse than the policy assumes. */
  public static Workload withCurvesOfTheirOwn(long seed) {
    return workload(new Random(seed), false);
  }

  private static Workload workload(Random random, boolean known) {
    int nodes = 2 + random.nextInt(MOST_NODES - 1);
    int count = 1 + random.nextInt(MOST_JOBS);
    int gap = 1 + random.nextInt(90);
    double share = random.nextInt(5) / 4.0;
    List<ElasticJob> jobs = new ArrayList<>();
    long submit = 0;
    for (int job = 0; job < count; job++) {
      submit += random.nextInt(3) == 0 ? 0 : random.nextInt(gap) * 1_000L;
      SizeRange sizes =
          random.nextDouble() < share
              ? malleable(random, nodes)
              : SizeRange.rigid(1 + random.nextInt(nodes));
      jobs.add(job(random, job, submit, sizes, known));
    }
    ResizeCost cost =
        random.nextInt(3) == 0
            ? ResizeCost.NONE
            : new ResizeCost(random.nextInt(5_000), random.nextInt(200), 100);
    return new Workload("random", nodes, jobs, cost);
  }

  private static ElasticJob job(
      Random random, int job, long submit, SizeRange sizes, boolean known) {
    long estimate = 1_000L * (1 + random.nextInt(random.nextInt(8) == 0 ? 9_000 : 400));
    long run = random.nextBoolean() ? estimate : 1 + random.nextInt((int) estimate);
    SpeedUp curve = known ? SpeedUp.UNKNOWN : new SpeedUp(random.nextInt(21) / 100.0);
    return new ElasticJob(
        new WaitingShape(job, sizes, submit, estimate, random.nextInt(20)),
        job + 1,
        sizes.isRigid() ? "rigid" : "malleable",
        run,
        List.of(new ElasticJob.Phase(1, curve)));
  }

  private static SizeRange malleable(Random random, int nodes) {
    SizeConstraint[] all = SizeConstraint.values();
    SizeConstraint constraint = all[random.nextInt(all.length)];
    int[] legal = new int[3];
    for (int i = 0; i < legal.length; i++) {
      int size = constraint.floor(1 + random.nextInt(nodes));
      legal[i] = size == 0 ? constraint.floor(2) : size;
    }
    Arrays.sort(legal);
    return new SizeRange(legal[0], legal[1], legal[2], constraint);
  }
}
