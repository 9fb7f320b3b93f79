package io.pliant.core.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PriorityTest {
  @ParameterizedTest
  @CsvSource({"0,1", "0.19,1", "0.2,2", "0.35,2", "0.4,3", "0.6,4", "0.79,4", "0.8,5", "1,5"})
  void shouldClassifyAsThePaperDoes(double mean, int expected) {
    assertThat(UserAccuracy.classOf(mean)).isEqualTo(expected);
  }

  @Test
  void shouldRememberTheLastTenJobsOnly() {
    // given: ten bad estimates, then ten good ones
    UserAccuracy user = UserAccuracy.NONE;
    assertThat(user.accuracyClass()).isEqualTo(3);
    for (int i = 0; i < 10; i++) {
      user = user.with(5, 100);
    }
    assertThat(user.accuracyClass()).isEqualTo(1);
    for (int i = 0; i < 5; i++) {
      user = user.with(100, 100);
    }

    // then
    assertThat(user.mean()).isCloseTo(0.525, within(1e-9));
    for (int i = 0; i < 5; i++) {
      user = user.with(120, 100);
    }
    assertThat(user.mean()).isEqualTo(1);
    assertThat(user.accuracyClass()).isEqualTo(5);
  }

  @Test
  void shouldLetAgeOutweighTheClassInPsp() {
    // given
    PriorityFactors fresh = PriorityFactors.NONE.withAccuracy(UserAccuracy.NONE.with(1, 1));
    PriorityFactors poor = PriorityFactors.NONE.withAccuracy(UserAccuracy.NONE.with(0, 1));

    // then
    assertThat(PriorityWeights.PSP.priority(poor)).isLessThan(PriorityWeights.PSP.priority(fresh));
    assertThat(PriorityWeights.PSP.priority(poor.withAge(PriorityFactors.age(14, 14))))
        .isCloseTo(PriorityWeights.PSP.priority(fresh), within(1e-9));
    assertThat(PriorityWeights.PSP_WITHOUT_AGE.priority(poor.withAge(1)))
        .isLessThan(PriorityWeights.PSP_WITHOUT_AGE.priority(fresh));
  }

  @Test
  void shouldAddUpTheWeightedFactors() {
    PriorityWeights weights = new PriorityWeights(1, 2, 3, 4, 5, 6);
    assertThat(weights.priority(new PriorityFactors(1, 0.5, 1, 0.5, 1, 0.5)))
        .isEqualTo(1 + 1 + 3 + 2 + 5 + 3);
    assertThatThrownBy(() -> new PriorityFactors(2, 0, 0, 0, 0, 0)).hasMessageContaining("2.0");
    assertThatThrownBy(() -> new PriorityWeights(-1, 0, 0, 0, 0, 0)).hasMessageContaining("-1.0");
  }

  @Test
  void shouldHalveUseInAHalfLifeAndShareByTheTree() {
    // given: physics has three times the share of biology; ann and bob share physics evenly
    FairShare tree =
        new FairShare(
            new TreeMap<>(
                Map.of(
                    "physics", new FairShare.Account(null, 3, 0),
                    "biology", new FairShare.Account(null, 1, 0),
                    "ann", new FairShare.Account("physics", 1, 0),
                    "bob", new FairShare.Account("physics", 1, 0),
                    "eve", new FairShare.Account("biology", 1, 0))),
            100,
            0);
    assertThat(tree.factor("ann")).isEqualTo(1);

    // when
    FairShare used = tree.used("ann", 800, 0).used("eve", 100, 100);

    // then: ann's 800 count 400 by then
    assertThat(used.accounts())
        .containsEntry("physics", new FairShare.Account(null, 3, 400))
        .containsEntry("ann", new FairShare.Account("physics", 1, 400));
    assertThat(used.factor("physics")).isCloseTo(Math.pow(2, -0.8 / 0.75), within(1e-9));
    assertThat(used.factor("biology")).isCloseTo(Math.pow(2, -0.2 / 0.25), within(1e-9));
    assertThat(used.factor("ann")).isLessThan(used.factor("bob"));
    assertThat(used.factor("bob")).isCloseTo(Math.pow(2, -0.4 / 0.375), within(1e-9));
    assertThatThrownBy(() -> used.factor("zoe")).hasMessageContaining("'zoe'");
    assertThatThrownBy(() -> used.used("zoe", 1, 100)).hasMessageContaining("'zoe'");
  }
}
