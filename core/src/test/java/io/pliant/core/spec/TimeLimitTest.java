package io.pliant.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeLimitTest {
  @ParameterizedTest
  @CsvSource({
    "5, PT5M",
    "1:30, PT1M30S",
    "2:00:00, PT2H",
    "90:90:90, PT91H31M30S",
    "2-1, PT49H",
    "2-1:30, PT49H30M",
    "1-00:00:01, PT24H1S",
    "0-0:0:5, PT5S"
  })
  void shouldReadFormsOfSlurm(String text, Duration limit) {
    assertThat(TimeLimit.parse(text)).isEqualTo(limit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UNLIMITED", "infinite", "-1", "0", "00:00"})
  void shouldReadNoLimit(String text) {
    assertThat(TimeLimit.parse(text)).isEqualTo(TimeLimit.UNLIMITED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "1:2:3:4", "1-", "-2", "1h", "1.5", "1--2", "99999999999", "999999999"})
  void shouldNameTextThatIsNoLimit(String text) {
    assertThatThrownBy(() -> TimeLimit.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Property
  void shouldReadWhatItWrote(@ForAll @LongRange(min = 1, max = 36_499L * 86_400) long seconds) {
    Duration limit = Duration.ofSeconds(seconds);
    assertThat(TimeLimit.parse(TimeLimit.format(limit))).isEqualTo(limit);
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 00:00:00", "PT1M30.9S, 00:01:30", "PT49H, 2-01:00:00"})
  void shouldWriteDaysOnlyWhenThereAreAny(Duration limit, String text) {
    assertThat(TimeLimit.format(limit)).isEqualTo(text);
    assertThat(TimeLimit.format(TimeLimit.UNLIMITED)).isEqualTo("UNLIMITED");
  }
}
