package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import io.pliant.sim.power.PowerSetting;
import io.pliant.sim.power.RandomPower;
import io.pliant.sim.suite.LiveRun;
import io.pliant.sim.suite.RandomWorkloads;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What the simulator promises is what the actor of a live partition does. */
class LiveAndSimulatedTest {
  private static final int WORKLOADS = 200;
  private static final int CORRIDORS = 60;
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  pekko.persistence.journal.plugin = "pekko.persistence.journal.inmem"
                  pekko.persistence.snapshot-store.plugin = "pekko.persistence.no-snapshot-store"
                  # between two rounds there is a pause, which the usual tick makes ten times longer
                  pekko.scheduler.tick-duration = 1ms
                  """)
              .withFallback(ConfigFactory.load()));

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  /** Each workload under one policy, so that each policy has some twenty. */
  @Test
  void shouldStartAndResizeAlike() {
    List<SchedulingPolicy> policies = Policies.all();
    for (int seed = 0; seed < WORKLOADS; seed++) {
      SchedulingPolicy policy = policies.get(seed % policies.size());
      Workload workload = workload(seed);
      assertThat(live(workload, policy, "live-" + seed, null).changes())
          .as("%s on workload %d", policy.name(), seed)
          .isEqualTo(ElasticEngine.run(workload, policy).changes());
    }
  }

  /** Those that keep a corridor, each in some of them. */
  @Test
  void shouldKeepTheSameCorridor() {
    List<SchedulingPolicy> keepers =
        Policies.all().stream().filter(SchedulingPolicy::keepsCorridor).toList();
    for (int seed = 0; seed < CORRIDORS; seed++) {
      SchedulingPolicy policy = keepers.get(seed % keepers.size());
      RandomPower random = RandomPower.asDeclared(seed);
      Workload workload = LiveRun.asLive(random.workload());
      assertThat(live(workload, policy, "corridor-" + seed, random.power()).changes())
          .as("%s in corridor %d", policy.name(), seed)
          .isEqualTo(ElasticEngine.run(workload, policy, random.power()).schedule().changes());
    }
  }

  @Test
  void shouldTellWhenALivePartitionForgetsWhatThePolicyRemembers() {
    SchedulingPolicy elastic = Policies.named("elastic");
    int different = 0;
    for (int seed = 0; seed < 60 && different == 0; seed++) {
      Workload workload = workload(seed);
      Schedule live = live(workload, new Forgetful(elastic), "forgetful-" + seed, null);
      different += live.changes().equals(ElasticEngine.run(workload, elastic).changes()) ? 0 : 1;
    }
    assertThat(different).isPositive();
  }

  private static Workload workload(int seed) {
    return LiveRun.asLive(RandomWorkloads.withCurvesOfTheirOwn(seed));
  }

  private static Schedule live(
      Workload workload, SchedulingPolicy policy, String name, @Nullable PowerSetting power) {
    try (ActorScheduler scheduler = new ActorScheduler(KIT, workload, policy, name, power)) {
      return ElasticEngine.run(workload, scheduler, policy.name(), power);
    }
  }

  /** A policy to which nobody tells when jobs would have ended with their sizes fixed. */
  private record Forgetful(SchedulingPolicy policy) implements SchedulingPolicy {
    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public Plan plan(ClusterView view, Trigger trigger) {
      List<RunningJob> running = new ArrayList<>();
      for (RunningJob job : view.running()) {
        running.add(
            new RunningJob(
                job.job(),
                job.allocation(),
                job.start(),
                job.expectedEnd(),
                job.size(),
                job.submittedAt(),
                job.start()));
      }
      return policy.plan(view.with(view.nodes(), running, view.waiting()), trigger);
    }
  }
}
