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
    double[] waits = pooled(scenario, PspStudy.Order.PSP).meanWait();
    for (int i = 1; i < waits.length; i++) {
      assertThat(waits[i]).as("class a%d", i + 1).isLessThan(waits[i - 1]);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CF", "CFG", "DI", "HDI"})
  void shouldBoundTheLongestWaitOfTheLowestClassByAge(PspScenario scenario) {
    assertThat(pooled(scenario, PspStudy.Order.PSP).maxWait()[0])
        .isLessThan(pooled(scenario, PspStudy.Order.PSP_WITHOUT_AGE).maxWait()[0]);
  }

  @Test
  void shouldPutUsersIntoTheClassesOfTheirScenario() {
    assertThat(pooled(PspScenario.BE, PspStudy.Order.PSP).jobs()[4]).isZero();
    assertThat(pooled(PspScenario.GE, PspStudy.Order.PSP).jobs()[0]).isZero();
    assertThat(Arrays.stream(pooled(PspScenario.CF, PspStudy.Order.PSP).jobs()).sum())
        .isEqualTo(4000);
  }

  private static PspStudy pooled(PspScenario scenario, PspStudy.Order order) {
    PspStudy[] studies = new PspStudy[4];
    Arrays.setAll(studies, i -> PspStudy.of(scenario.workload(i + 1), order));
    return PspStudy.pooled(studies);
  }
}
