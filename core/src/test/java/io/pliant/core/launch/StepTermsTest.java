package io.pliant.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ClusterEpoch;
import org.junit.jupiter.api.Test;

/** Which of two terms were said later, whatever the order in which they come. */
class StepTermsTest {
  private static final long BEFORE = ClusterEpoch.firstTerm(100) + 7;
  private static final long RESTORED = ClusterEpoch.firstTerm(200);

  @Test
  void shouldGoByNumberWithinAnEpoch() {
    assertThat(terms(2, BEFORE).laterThan(terms(1, BEFORE + 5))).isTrue();
    assertThat(terms(1, BEFORE + 5).laterThan(terms(2, BEFORE))).isFalse();
    assertThat(terms(2, BEFORE).laterThan(terms(2, BEFORE))).isFalse();
    assertThat(terms(1, BEFORE).laterThan(null)).isTrue();
  }

  @Test
  void shouldGoByEpochBeforeNumbers() {
    assertThat(terms(1, RESTORED).laterThan(terms(3, BEFORE))).isTrue();
    assertThat(terms(3, BEFORE).laterThan(terms(1, RESTORED))).isFalse();
  }

  @Test
  void shouldGoByNumberWhereAnOlderProgramTellsNoTerm() {
    StepTerms untold = new StepTerms(2, null, null);
    assertThat(terms(3, RESTORED).laterThan(untold)).isTrue();
    assertThat(terms(2, RESTORED).laterThan(untold)).isFalse();
    assertThat(untold.laterThan(terms(1, RESTORED))).isTrue();
  }

  private static StepTerms terms(int number, long term) {
    return new StepTerms(number, null, term);
  }
}
