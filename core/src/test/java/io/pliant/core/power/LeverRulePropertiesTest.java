package io.pliant.core.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.power.LeverRule.Load;
import io.pliant.core.power.LeverRule.Orders;
import io.pliant.core.power.LeverRule.Sight;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Rigid jobs on a machine whose meters tremble by half a percent, where a limit changes what meters
 * tell and, as in a partition, what a limited job is measured at does not count.
 */
class LeverRulePropertiesTest {
  private static final double IDLE = 71;
  private static final double TREMBLE = 0.005;

  @Property(tries = 500)
  void shouldNeverFlapWhileBoundsAndJobsAreTheSame(@ForAll long seed) {
    Random random = new Random(seed);
    Machine machine = new Machine(random);
    Orders before = Orders.NONE;
    for (int second = 0; second < 90; second++) {
      Orders orders = machine.second(before, second);
      if (before.limits().any()) {
        assertThat(orders.limits().any()).as("not lifted in second %d", second).isTrue();
        assertThat(orders.limits().suspended())
            .as("nobody goes on in second %d", second)
            .containsAll(before.limits().suspended());
        assertThat(orders.limits().capWatts())
            .as("no higher cap in second %d", second)
            .isLessThanOrEqualTo(before.limits().capWatts());
      }
      before = orders;
    }
  }

  @Property(tries = 500)
  void shouldKeepTheBoundWhenSuspensionIsAllowedAndCan(@ForAll long seed) {
    Random random = new Random(seed);
    Machine machine = new Machine(random);
    machine.allowed.add(PowerLever.SUSPEND);
    machine.upper = Math.max(machine.upper, 1.02 * IDLE * machine.nodes);
    Orders orders = Orders.NONE;
    for (int second = 0; second < 90; second++) {
      orders = machine.second(orders, second);
    }
    assertThat(machine.drawn(orders.limits(), 1)).isLessThanOrEqualTo(1.02 * machine.upper);
  }

  @Property(tries = 200)
  void shouldLiftAllWithTheBound(@ForAll long seed) {
    Random random = new Random(seed);
    Machine machine = new Machine(random);
    Orders orders = Orders.NONE;
    for (int second = 0; second < 20; second++) {
      orders = machine.second(orders, second);
    }
    machine.upper = 1.02 * machine.drawn(PowerLimits.NONE, 1);
    assertThat(machine.second(orders, 20).limits().any()).isFalse();
    assertThat(machine.second(Orders.NONE, 21).limits().any()).isFalse();
  }

  /** What is true of a machine, and what a partition learns of it. */
  private static final class Machine {
    private final Random random;
    private final Set<PowerLever> allowed = EnumSet.noneOf(PowerLever.class);
    private final boolean capWorks;
    private final TreeMap<JobId, Integer> sizes = new TreeMap<>();
    private final TreeMap<JobId, Double> watts = new TreeMap<>();
    private final TreeMap<JobId, Double> measured = new TreeMap<>();
    private final int nodes;
    private double upper;

    Machine(Random random) {
      this.random = random;
      int used = 0;
      int jobs = 1 + random.nextInt(5);
      for (int job = 1; job <= jobs; job++) {
        int size = 1 + random.nextInt(4);
        used += size;
        sizes.put(new JobId(job), size);
        watts.put(new JobId(job), 80 + random.nextDouble(200));
      }
      nodes = used + random.nextInt(3);
      for (PowerLever lever : PowerLever.values()) {
        if (random.nextBoolean()) {
          allowed.add(lever);
        }
      }
      capWorks = random.nextBoolean();
      upper = drawn(PowerLimits.NONE, 1) * (0.3 + random.nextDouble(0.9));
    }

    /** One second: meters, a round, the rule. */
    Orders second(Orders before, int second) {
      for (JobId job : sizes.keySet()) {
        if (!before.limited().contains(job)) {
          measured.put(job, tremble(of(watts, job)));
        }
      }
      List<Load> loads = new ArrayList<>();
      sizes.forEach((job, size) -> loads.add(new Load(job, size, of(measured, job))));
      double rest = tremble(IDLE * (nodes - used()));
      return LeverRule.decide(
          before,
          new Sight(
              allowed,
              IDLE,
              new Corridor(0, upper),
              rest,
              loads,
              drawn(before.limits(), tremble(1)),
              alarm(loads),
              false),
          Instant.EPOCH.plusSeconds(second));
    }

    /** As a policy raises it for rigid jobs. */
    private @Nullable CorridorAlarm alarm(List<Load> loads) {
      List<Redistribution.Job> jobs = new ArrayList<>();
      for (Load load : loads) {
        jobs.add(
            new Redistribution.Job(
                Math.toIntExact(load.job().value()),
                load.nodes(),
                load.nodes(),
                List.of(load.nodes()),
                Watts.measured(load.watts()),
                0));
      }
      Corridor corridor = new Corridor(0, upper);
      Redistribution problem = new Redistribution(nodes, IDLE, corridor, jobs);
      List<Integer> all = loads.stream().map(Load::nodes).toList();
      double over = problem.most(all) - upper;
      return over <= 0
          ? null
          : CorridorAlarm.of(new Shortfall(Shortfall.Bound.UPPER, over, "of a test"), problem, all);
    }

    double drawn(PowerLimits limits, double by) {
      double sum = IDLE * (nodes - used());
      for (JobId job : sizes.keySet()) {
        double each = of(watts, job);
        if (limits.suspended().contains(job)) {
          each = IDLE;
        } else if (limits.capWatts() > 0 && capWorks) {
          each = Math.min(each, limits.capWatts());
        }
        sum += of(sizes, job) * each;
      }
      return sum * by;
    }

    private static <V> V of(Map<JobId, V> known, JobId job) {
      return Objects.requireNonNull(known.get(job));
    }

    private int used() {
      return sizes.values().stream().mapToInt(Integer::intValue).sum();
    }

    private double tremble(double value) {
      return value * (1 + TREMBLE * (2 * random.nextDouble() - 1));
    }
  }
}
