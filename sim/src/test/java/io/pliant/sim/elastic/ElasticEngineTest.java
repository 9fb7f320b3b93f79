package io.pliant.sim.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.elastic.FairnessFloor;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.policy.Policies;
import io.pliant.core.size.ResizeCost;
import io.pliant.sim.engine.RigidEngine;
import io.pliant.sim.engine.RigidPolicy;
import io.pliant.sim.trace.SwfReader;
import io.pliant.sim.trace.Trace;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ElasticEngineTest {
  private static final ResizeCost COST = new ResizeCost(2_000, 100, 100);
  private static final double HOUR = 3.6e6;

  @ParameterizedTest
  @EnumSource(names = {"EASY", "EASY_SJBF"})
  void shouldGiveTheExactEnginesScheduleWhereNothingIsMalleable(RigidPolicy policy)
      throws URISyntaxException {
    // given
    Trace trace = kth();
    long[] exact = RigidEngine.run(trace, policy);

    // when
    Workload workload = new MalleableTrace(0, 0, 1, 1, COST).convert(trace);
    Schedule schedule = ElasticEngine.run(workload, Policies.named(policy.label()));

    // then
    assertThat(Arrays.stream(schedule.starts()).map(start -> start / 1000).toArray())
        .isEqualTo(exact);
  }

  @Test
  void shouldNeverHoldMoreNodesThanThereAreAndRunEachJobOnce() {
    for (SchedulingPolicy policy : Policies.all()) {
      // when
      Workload workload = EspMix.of(0.6, 3, COST);
      Schedule schedule = ElasticEngine.run(workload, policy);

      // then
      int[] nodes = new int[workload.jobs().size()];
      int held = 0;
      for (Schedule.Change change : schedule.changes()) {
        ElasticJob job = workload.jobs().get(change.job());
        held += change.nodes() - nodes[change.job()];
        nodes[change.job()] = change.nodes();
        assertThat(held).as(policy.name()).isLessThanOrEqualTo(EspMix.NODES);
        assertThat(change.nodes() == 0 || job.shape().sizes().isLegal(change.nodes())).isTrue();
      }
      assertThat(held).isZero();
      for (int job = 0; job < nodes.length; job++) {
        assertThat(schedule.starts()[job]).isGreaterThanOrEqualTo(job * EspMix.APART);
        assertThat(schedule.ends()[job]).isGreaterThan(schedule.starts()[job]);
      }
    }
  }

  @Test
  void shouldKeepTheFairnessFloorAndTheBoundOnAdaptations() {
    FairnessFloor floor = new FairnessFloor(3.5);
    for (long seed = 1; seed <= 5; seed++) {
      // when
      Workload workload = EspMix.of(0.8, seed, COST);
      Schedule schedule = ElasticEngine.run(workload, Policies.named("elastic"));

      // then: curves are learnt exactly here but for jobs on one node, hence the margin
      int[] sizes = new int[workload.jobs().size()];
      int[] changes = new int[sizes.length];
      for (Schedule.Change change : schedule.changes()) {
        changes[change.job()] += sizes[change.job()] > 0 && change.nodes() > 0 ? 1 : 0;
        sizes[change.job()] = change.nodes();
      }
      for (int job = 0; job < sizes.length; job++) {
        long latest = floor.latestEnd(workload.jobs().get(job).shape(), schedule.references()[job]);
        double hours = (schedule.ends()[job] - schedule.starts()[job]) / HOUR;
        if (workload.jobs().get(job).malleable()) {
          assertThat((double) schedule.ends()[job]).isLessThanOrEqualTo(latest * 1.15);
        }
        assertThat(changes[job]).isLessThanOrEqualTo((int) (12 * (1 + Math.floor(hours))));
      }
    }
  }

  @Test
  void shouldNotLoseToTheOthersInTheMeanOfTheEspMix() {
    for (double share : new double[] {0, 0.2, 0.4, 0.6, 0.8, 1}) {
      double[] ours = means(share, "elastic");
      for (String other : new String[] {"easy", "fpsma", "performance-aware"}) {
        double[] theirs = means(share, other);
        for (int i = 0; i < ours.length; i++) {
          assertThat(ours[i])
              .as("%s at %s, figure %d", other, share, i)
              .isLessThanOrEqualTo(theirs[i] * 1.000001);
        }
      }
    }
  }

  private static double[] means(double share, String policy) {
    double[] means = new double[3];
    for (long seed = 1; seed <= 5; seed++) {
      Workload workload = EspMix.of(share, seed, COST);
      Outcome outcome = Outcome.of(workload, ElasticEngine.run(workload, Policies.named(policy)));
      means[0] += outcome.makespan();
      means[1] += outcome.responses().mean();
      means[2] += outcome.waits().mean();
    }
    return means;
  }

  private static Trace kth() throws URISyntaxException {
    Path file =
        Path.of(
            Objects.requireNonNull(
                    ElasticEngineTest.class.getResource("/traces/KTH-SP2-1996-2.swf.gz"))
                .toURI());
    return SwfReader.read(file, 0, false).first(6000);
  }
}
