package io.pliant.bench;

import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorSolver;
import io.pliant.core.power.OjAlgoReference;
import io.pliant.core.power.Redistribution;
import io.pliant.core.power.SolverAnswer;
import io.pliant.core.power.Watts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One redistribution: jobs of all size constraints hold the whole machine, one waits, and the
 * corridor has just moved to so many percent of what they draw. {@code OjAlgoReference} is the
 * test's own, by a link.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class RedistributionBenchmark {
  private static final double IDLE = 71;
  private static final int PROBLEMS = 8;

  @Param({"20x32", "100x1000", "1000x10000"})
  String size = "";

  /** Middle of the corridor in percent of the present power; it is a tenth of it wide. */
  @Param({"75", "90", "110"})
  int percent;

  private final List<Redistribution> problems = new ArrayList<>();
  private int next;

  @Setup
  public void build() {
    String[] parts = size.split("x", 2);
    for (int seed = 0; seed < PROBLEMS; seed++) {
      problems.add(
          problem(new Random(seed), Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
    }
  }

  /** The solver of the house; averages over eight problems. */
  @Benchmark
  public SolverAnswer house() {
    return new CorridorSolver().solve(problem(), CorridorSolver.USUAL_BUDGET);
  }

  /** ojAlgo on the same, without fairness; say {@code -p size=20x32}. */
  @Benchmark
  public Object ojAlgo() {
    int[] answer = OjAlgoReference.solve(problem());
    return answer == null ? "none" : answer;
  }

  private Redistribution problem() {
    return problems.get(next++ % PROBLEMS);
  }

  private Redistribution problem(Random random, int jobs, int nodes) {
    List<Redistribution.Job> list = new ArrayList<>();
    int free = nodes;
    double power = 0;
    for (int i = 0; i < jobs; i++) {
      int share = (free - (jobs - i - 1)) / (jobs - i);
      int current =
          Math.clamp(share - share / 2 + random.nextInt(share + 1), 1, free - (jobs - i - 1));
      free -= current;
      Watts watts = Watts.measured(120 + random.nextInt(1800) / 10.0);
      power += current * watts.high();
      list.add(
          new Redistribution.Job(
              i, current, current, sizes(random.nextInt(5), current, 4 * current), watts, 0));
    }
    list.add(new Redistribution.Job(jobs, 0, 2, List.of(1, 2, 3, 4), Watts.declared(150, 200), 0));
    power += free * IDLE;
    double middle = power * percent / 100;
    return new Redistribution(
        nodes, IDLE, new Corridor(middle - power / 20, middle + power / 20), list);
  }

  private static List<Integer> sizes(int kind, int current, int most) {
    TreeSet<Integer> sizes = new TreeSet<>();
    sizes.add(current);
    for (int n = Math.max(1, current / 4); n <= most; n++) {
      boolean legal =
          switch (kind) {
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
    return List.copyOf(sizes);
  }
}
