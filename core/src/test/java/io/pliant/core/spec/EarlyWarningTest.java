package io.pliant.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EarlyWarningTest {
  @ParameterizedTest
  @CsvSource({
    "USR2@90, 12, 90, false",
    "B:USR2@30, 12, 30, true",
    "sigusr1, 10, 60, false",
    "R:10@5, 10, 5, false",
    "RB:TERM@0, 15, 0, true"
  })
  void shouldReadSlurmsForms(String text, int signal, int seconds, boolean script) {
    assertThat(EarlyWarning.parse(text)).isEqualTo(new EarlyWarning(signal, seconds, script));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "@60", "NOPE@5", "USR1@-1", "USR1@65536", "0@5", "65", "X:USR1", "B:"})
  void shouldRefuseWhatIsNone(String text) {
    assertThatThrownBy(() -> EarlyWarning.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
