package io.pliant.core.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerView;
import io.pliant.core.power.Watts;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What the policies owe that know of power, whatever view and corridor. */
class PowerAwarePropertiesTest {
  private static final double IDLE = 60;
  private static final List<String> POLICIES =
      List.of("power-aware", "power-aware-running", "elastic");

  @Provide
  Arbitrary<Pool> views() {
    return Pools.any();
  }

  @Property(tries = 600)
  void shouldKeepToNodesAndLegalSizes(@ForAll("views") Pool bare, @ForAll long seed) {
    Pool view = powered(bare, seed);
    for (String name : POLICIES) {
      PoolPlan plan = PoolPolicies.named(name).decide(view);
      assertThat(PoolCheck.refuse(plan, view)).as("%s: %s", name, plan).isNull();
      assertThat(PoolPolicies.named(name).decide(powered(bare, seed))).isEqualTo(plan);
    }
  }

  @Property(tries = 600)
  void shouldAddNoWattsOverTheUpperBound(@ForAll("views") Pool bare, @ForAll long seed) {
    Pool view = powered(bare, seed);
    PowerView power = power(view);
    for (String name : POLICIES) {
      PoolPlan plan = PoolPolicies.named(name).decide(view);
      double middle = view.nodes() * IDLE;
      double added = 0;
      for (RunningShape job : view.running()) {
        middle += job.nodes() * (power.of(job.shape().job()).middle().high() - IDLE);
      }
      for (PoolDecision decision : plan.decisions()) {
        int more =
            switch (decision) {
              case PoolDecision.Start start -> start.nodes();
              case PoolDecision.Resize resize ->
                  Math.max(0, resize.nodes() - nodes(view, resize.job()));
              case PoolDecision.Reserve _ -> 0;
            };
        added += Math.max(0, more * (power.of(decision.job()).middle().high() - IDLE));
      }
      double most = power.corridor().upper() + coolest(view, plan) + 1e-6;
      assertThat(added == 0 || middle + added <= most)
          .as("%s in %s: %s", name, view, plan)
          .isTrue();
    }
  }

  /** Watts that decisions save because a job draws less than an idle node. */
  private static double coolest(Pool view, PoolPlan plan) {
    double saved = 0;
    for (PoolDecision decision : plan.decisions()) {
      saved += view.nodes() * Math.max(0, IDLE - power(view).of(decision.job()).middle().high());
    }
    return saved;
  }

  @Property(tries = 600)
  void shouldSayWhyJobsWaitForPower(@ForAll("views") Pool bare, @ForAll long seed) {
    Pool view = powered(bare, seed);
    PoolPlan plan = PoolPolicies.named("power-aware").decide(view);
    List<Integer> started = plan.decisions().stream().map(PoolDecision::job).toList();
    for (PowerWait wait : plan.powerWaits()) {
      assertThat(started).doesNotContain(wait.job());
      assertThat(view.waiting()).anyMatch(job -> job.job() == wait.job());
    }
    for (WaitingShape job : view.waiting()) {
      if (!started.contains(job.job())) {
        assertThat(!plan.powerWaits().isEmpty() || blocked(view, plan) || adapting(view)).isTrue();
        return;
      }
    }
  }

  private static boolean adapting(Pool view) {
    return view.running().stream().anyMatch(job -> job.adapting(view.now()));
  }

  private static boolean blocked(Pool view, PoolPlan plan) {
    int idle = view.idle();
    List<Integer> started = plan.decisions().stream().map(PoolDecision::job).toList();
    for (PoolDecision decision : plan.decisions()) {
      idle -= decision instanceof PoolDecision.Start start ? start.nodes() : 0;
    }
    int left = idle;
    return view.waiting().stream()
        .filter(job -> !started.contains(job.job()))
        .findFirst()
        .map(job -> job.sizes().min() > left)
        .orElse(true);
  }

  private static int nodes(Pool view, int job) {
    return view.running().stream()
        .filter(shape -> shape.shape().job() == job)
        .findFirst()
        .orElseThrow()
        .nodes();
  }

  private static PowerView power(Pool view) {
    return Objects.requireNonNull(view.power());
  }

  private static Pool powered(Pool bare, long seed) {
    Random random = new Random(seed);
    SortedMap<Integer, Watts> jobs = new TreeMap<>();
    for (int job = 0; job < 14; job++) {
      double low = 50 + random.nextInt(200);
      jobs.put(job, random.nextBoolean() ? Watts.measured(low) : Watts.declared(low, low + 30));
    }
    double lower = random.nextInt(Pools.NODES * 200);
    Corridor now = new Corridor(lower, lower + random.nextInt(900));
    List<CorridorTable.Change> announced =
        random.nextBoolean()
            ? List.of()
            : List.of(
                new CorridorTable.Change(
                    bare.now() + random.nextInt(100_000),
                    new Corridor(0, 600 + random.nextInt(1500))));
    return new Pool(
        bare.now(),
        bare.nodes(),
        bare.idle(),
        bare.running(),
        bare.waiting(),
        bare.cost(),
        new PowerView(now, announced, IDLE, Watts.declared(80, 200), jobs));
  }
}
