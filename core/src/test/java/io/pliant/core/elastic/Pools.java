package io.pliant.core.elastic;

import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary views of rigid and malleable jobs on a small machine. */
final class Pools {
  static final int NODES = 12;
  private static final long NOW = 1_000_000;

  private record Job(SizeRange sizes, long estimate, int age, double serial) {}

  private Pools() {}

  static Arbitrary<SizeRange> sizes() {
    return Combinators.combine(
            Arbitraries.of(SizeConstraint.values()),
            Arbitraries.integers().between(1, NODES),
            Arbitraries.integers().between(1, NODES),
            Arbitraries.integers().between(1, NODES),
            Arbitraries.of(true, false))
        .as(Pools::range);
  }

  static Arbitrary<Pool> any() {
    Arbitrary<Job> job =
        Combinators.combine(
                sizes(),
                Arbitraries.longs().between(1_000, 900_000),
                Arbitraries.integers().between(0, 800_000),
                Arbitraries.doubles().between(0, 0.2))
            .as(Job::new);
    return Combinators.combine(
            job.list().ofMaxSize(6),
            job.list().ofMaxSize(8),
            Arbitraries.of(ResizeCost.NONE, new ResizeCost(2_000, 100, 50)))
        .as(Pools::view);
  }

  private static SizeRange range(SizeConstraint constraint, int a, int b, int c, boolean rigid) {
    int[] legal = {up(constraint, a), up(constraint, b), up(constraint, c)};
    Arrays.sort(legal);
    return rigid ? SizeRange.rigid(a) : new SizeRange(legal[0], legal[1], legal[2], constraint);
  }

  private static int up(SizeConstraint constraint, int n) {
    return constraint.floor(n) == 0 ? constraint.floor(n + 1) : constraint.floor(n);
  }

  private static Pool view(List<Job> running, List<Job> waiting, ResizeCost cost) {
    List<RunningShape> shapes = new ArrayList<>();
    List<WaitingShape> queue = new ArrayList<>();
    int idle = NODES;
    int number = 0;
    for (Job job : running) {
      int nodes = job.sizes.floor(Math.min(idle, job.sizes.preferred()));
      if (nodes > 0) {
        idle -= nodes;
        shapes.add(running(new WaitingShape(number++, job.sizes, 0, job.estimate, 1), job, nodes));
      }
    }
    for (Job job : waiting) {
      queue.add(new WaitingShape(number++, job.sizes, NOW - job.age, job.estimate, 1));
    }
    return new Pool(NOW, NODES, idle, shapes, queue, cost);
  }

  private static RunningShape running(WaitingShape shape, Job job, int nodes) {
    long start = NOW - job.age;
    SpeedUp curve = new SpeedUp(job.serial);
    boolean adapting = !shape.sizes().isRigid() && job.age % 5 == 0;
    int target = adapting ? shape.sizes().min() : nodes;
    long ready = adapting ? NOW + 3_000 : start;
    long end = Math.max(NOW, ready) + job.estimate;
    return new RunningShape(
        shape,
        nodes,
        target,
        start,
        ready,
        end,
        Long.MAX_VALUE,
        curve,
        curve.mtct(nodes),
        start,
        0,
        end);
  }
}
