package io.pliant.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BeginTimeTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Zurich");
  private static final Instant NOW =
      LocalDateTime.parse("2026-11-20T16:58:34").atZone(ZONE).toInstant();

  @ParameterizedTest
  @CsvSource({
    "now, 2026-11-20T16:58:34",
    "now+1, 2026-11-20T16:58:35",
    "now+30seconds, 2026-11-20T16:59:04",
    "now+1hour, 2026-11-20T17:58:34",
    "now+2days, 2026-11-22T16:58:34",
    "now+1week, 2026-11-27T16:58:34",
    "now+ 5 minutes, 2026-11-20T17:03:34",
    "16:00, 2026-11-21T16:00:00",
    "17:00, 2026-11-20T17:00:00",
    "17:00:05, 2026-11-20T17:00:05",
    "4:00pm, 2026-11-21T16:00:00",
    "12:00am, 2026-11-21T00:00:00",
    "noon, 2026-11-21T12:00:00",
    "midnight, 2026-11-21T00:00:00",
    "teatime, 2026-11-21T16:00:00",
    "today, 2026-11-20T00:00:00",
    "tomorrow, 2026-11-21T00:00:00",
    "16:00 tomorrow, 2026-11-21T16:00:00",
    "2020-01-01, 2020-01-01T00:00:00",
    "2027-01-31T08:00, 2027-01-31T08:00:00",
    "2027-01-31T08:00:30, 2027-01-31T08:00:30"
  })
  void shouldReadFormsAsSlurmDoes(String text, LocalDateTime begin) {
    assertThat(BeginTime.parse(text, NOW, ZONE)).isEqualTo(begin.atZone(ZONE).toInstant());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "foo",
        "25:00",
        "16:60",
        "2027-13-01",
        "2027-02-30",
        "now+",
        "now-1",
        "now+1year",
        "tomorrow today",
        "16:00 17:00",
        "13:00pm",
        "tomorrow+1hour",
        "now+9999999999"
      })
  void shouldNameTextThatIsNoTime(String text) {
    assertThatThrownBy(() -> BeginTime.parse(text, NOW, ZONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Property
  void shouldNeverFailOtherwiseThanWithAMessage(@ForAll String text) {
    try {
      BeginTime.parse(text, NOW, ZONE);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("Expected a time");
    }
  }
}
