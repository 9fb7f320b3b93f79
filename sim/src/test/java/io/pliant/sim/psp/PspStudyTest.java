package io.pliant.sim.psp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PspStudyTest {
  @ParameterizedTest
  @EnumSource(names = {"CF", "CFG", "HDI"})
  void shouldLetMoreAccurateClassesWaitLess(PspScenario scenario) {
    double[] waits = pooled(scenario, PspStudy.Order.PSP).jobs().mean();
    for (int i = 1; i < waits.length; i++) {
      assertThat(waits[i]).as("class a%d", i + 1).isLessThan(waits[i - 1]);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CF", "CFG", "DI", "HDI"})
  void shouldBoundTheLongestWaitOfTheLowestClassByAge(PspScenario scenario) {
    assertThat(pooled(scenario, PspStudy.Order.PSP).jobs().longest()[0])
        .isLessThan(pooled(scenario, PspStudy.Order.PSP_WITHOUT_AGE).jobs().longest()[0]);
  }

  @Test
  void shouldPutUsersIntoTheClassesOfTheirScenario() {
    assertThat(pooled(PspScenario.BE, PspStudy.Order.PSP).jobs().count()[4]).isZero();
    assertThat(pooled(PspScenario.GE, PspStudy.Order.PSP).jobs().count()[0]).isZero();
    assertThat(Arrays.stream(pooled(PspScenario.CF, PspStudy.Order.PSP).jobs().count()).sum())
        .isEqualTo(4000);
  }

  @ParameterizedTest
  @EnumSource(names = {"CF", "CFG", "DI"})
  void shouldLetUsersWaitLessTheBetterTheyEstimateAtTheEnd(PspScenario scenario) {
    PspStudy.Waits users = pooled(scenario, PspStudy.Order.PSP, 40).users();
    double last = Double.MAX_VALUE;
    for (int i = 0; i < users.count().length; i++) {
      if (users.count()[i] > 0) {
        assertThat(users.mean()[i]).as("class a%d", i + 1).isLessThan(last);
        last = users.mean()[i];
      }
    }
    assertThat(Arrays.stream(users.count()).sum()).isEqualTo(800);
  }

  private static PspStudy pooled(PspScenario scenario, PspStudy.Order order) {
    return pooled(scenario, order, 4);
  }

  private static PspStudy pooled(PspScenario scenario, PspStudy.Order order, int workloads) {
    PspStudy[] studies = new PspStudy[workloads];
    Arrays.setAll(studies, i -> PspStudy.of(scenario.workload(i + 1), order));
    return PspStudy.pooled(studies);
  }
}
