package io.pliant.sim.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import io.pliant.sim.suite.RandomWorkloads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Windows are kept, and all jobs run, from beginning to end of workloads. */
class ReservationsInSimulationsTest {
  @Provide
  Arbitrary<String> policies() {
    return Arbitraries.of(
        Policies.all().stream()
            .filter(policy -> !policy.needsCorridor())
            .map(SchedulingPolicy::name)
            .toList());
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void shouldKeepWindowsAndRunAllJobs(@ForAll("policies") String policy, @ForAll long seed) {
    Random random = new Random(seed);
    Workload plain = RandomWorkloads.withCurvesOfTheirOwn(seed);
    Reservation window = window(plain.nodes(), random);
    Workload workload =
        new Workload("reserved", plain.nodes(), plain.jobs(), plain.cost(), true, List.of(window));
    Watching watching = new Watching(Policies.named(policy), window);

    Schedule schedule = ElasticEngine.run(workload, watching);

    assertThat(watching.broken).isEmpty();
    assertThat(schedule.ends()).hasSize(workload.jobs().size());
    for (int job = 0; job < schedule.ends().length; job++) {
      assertThat(schedule.ends()[job]).isGreaterThan(schedule.starts()[job]);
    }
  }

  /** Some of the nodes, for some time within the first hours. */
  private static Reservation window(int nodes, Random random) {
    int digits = Integer.toString(nodes).length();
    List<NodeName> some = new ArrayList<>();
    int count = 1 + random.nextInt(nodes);
    for (int i = 0; i < count; i++) {
      String format = "n%0" + digits + "d";
      some.add(new NodeName(format.formatted(1 + random.nextInt(nodes))));
    }
    Instant start = Instant.EPOCH.plusSeconds(random.nextInt(600));
    return new Reservation(
        "window", start, start.plusSeconds(1 + random.nextInt(3600)), some, List.of(), false, true);
  }

  /** Notes jobs that are where they may not be. */
  private static final class Watching implements SchedulingPolicy {
    private final SchedulingPolicy watched;
    private final Reservation window;
    private final List<String> broken = new ArrayList<>();

    Watching(SchedulingPolicy watched, Reservation window) {
      this.watched = watched;
      this.window = window;
    }

    @Override
    public String name() {
      return watched.name();
    }

    @Override
    public boolean resizes() {
      return watched.resizes();
    }

    @Override
    public boolean placesAhead() {
      return watched.placesAhead();
    }

    @Override
    public boolean keepsPromises() {
      return watched.keepsPromises();
    }

    @Override
    public Plan plan(ClusterView view, Trigger trigger) {
      if (window.active(view.now())) {
        for (RunningJob job : view.running()) {
          if (job.allocation().nodes().stream().anyMatch(window::has)) {
            broken.add("job %s at %s".formatted(job.job(), view.now()));
          }
        }
      }
      return watched.plan(view, trigger);
    }
  }
}
