package io.pliant.sim.suite;

import io.pliant.core.elastic.Elastic;
import io.pliant.sim.elastic.Workload;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * The one suite that every policy passes, of the live registry and of the simulator's, on random
 * workloads from beginning to end; and behind it what some of them promise beyond. A failure names
 * the seed of its workload. {@code PlantedViolationsTest} shows that each law can fail.
 */
class PolicySuiteTest {
  @Provide
  Arbitrary<Subject> everyPolicy() {
    return Arbitraries.of(Subject.all());
  }

  @Property(tries = 600, shrinking = ShrinkingMode.OFF)
  void shouldKeepWhatEveryPolicyOwes(@ForAll("everyPolicy") Subject policy, @ForAll long seed) {
    Observed run = policy.run(RandomWorkloads.withCurvesOfTheirOwn(seed));
    Laws.noNodeIsGivenTwice(run);
    Laws.sizesStayLegal(run);
    Laws.equalViewsGiveEqualPlans(run);
    Laws.everyJobRunsOnce(run);
    Laws.accountsAddUp(run);
    Laws.headsStartWhenTheyFit(run);
  }

  /** Here two jobs, one after the other, fit only when promises move to other nodes. */
  @Example
  void shouldStartEachHeadThatFitsWhenPromisesMove() {
    for (Subject policy : Subject.named("conservative")) {
      Laws.headsStartWhenTheyFit(policy.run(RandomWorkloads.withCurvesOfTheirOwn(-1239)));
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void shouldDecideTheSameAgain(@ForAll("everyPolicy") Subject policy, @ForAll long seed) {
    Workload workload = RandomWorkloads.withCurvesOfTheirOwn(seed);
    Laws.sameRun(policy.run(workload), policy.run(workload));
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void shouldNeverPutOffTheHeadsPromise(@ForAll long seed) {
    Workload workload = RandomWorkloads.withKnownCurves(seed);
    for (Subject policy : Subject.named("easy", "easy-sjbf", "conservative", "elastic")) {
      Laws.promisesAreKept(policy.run(workload));
    }
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void shouldLetNobodyPassWhereThatIsPromised(@ForAll long seed) {
    Workload workload = RandomWorkloads.withCurvesOfTheirOwn(seed);
    for (Subject policy : Subject.named("fcfs", "fpsma", "performance-aware", "equipartition")) {
      Laws.nobodyPasses(policy.run(workload));
    }
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void shouldLeaveNobodyWaitingWhoMayPass(@ForAll long seed) {
    Workload workload = RandomWorkloads.withCurvesOfTheirOwn(seed);
    for (Subject policy : Subject.named("easy", "easy-sjbf", "elastic")) {
      Laws.nobodyWaitsWhoCouldPass(policy.run(workload), policy.tuning());
    }
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void shouldLeaveNoNodeIdleThatARunningJobCouldUse(@ForAll long seed) {
    Workload workload = RandomWorkloads.withCurvesOfTheirOwn(seed);
    for (Subject policy : Subject.named("fpsma", "performance-aware", "equipartition")) {
      Laws.idleNodesGoToRunningJobs(policy.run(workload));
    }
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void shouldKeepFairnessFloorAndChurnBound(@ForAll long seed) {
    List<Workload> workloads =
        List.of(RandomWorkloads.withKnownCurves(seed), RandomWorkloads.withCurvesOfTheirOwn(seed));
    Subject tuned = Subject.tuned(seed);
    Elastic.Tuning tuning = tuned.tuning() == null ? Elastic.Tuning.usual() : tuned.tuning();
    for (Workload workload : workloads) {
      for (Subject policy : Subject.named("elastic")) {
        Observed run = policy.run(workload);
        Laws.fairnessFloorIsKept(run, Elastic.Tuning.usual());
        Laws.churnIsBounded(run, Elastic.Tuning.usual());
      }
      Observed run = tuned.run(workload);
      Laws.fairnessFloorIsKept(run, tuning);
      Laws.churnIsBounded(run, tuning);
    }
  }
}
