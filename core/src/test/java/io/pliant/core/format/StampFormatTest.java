package io.pliant.core.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times as real Slurm 22.05 writes them, and as {@code date} of the C library does. */
final class StampFormatTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Instant NOW = Instant.parse("2026-11-24T22:08:03Z");

  @ParameterizedTest
  @CsvSource({
    "standard,2026-11-24T23:08:03",
    "'',2026-11-24T23:08:03",
    "%a %T,Tue 23:08:03",
    "%H-%k,23-23",
    "%A %d. %B %Y,Tuesday 24. November 2026",
    "%e %l%p %I %M %S %y %C,24 11PM 11 08 03 26 20",
    "%j %u %w %U %W %V %G,328 2 2 47 47 48 2026",
    "%D %R %r %P,11/24/26 23:08 11:08:03 PM pm",
    "%c,Tue Nov 24 23:08:03 2026",
    "%s %z %Z,1795558083 +0100 CET",
    "%-d %-m %%F %Q,24 11 %F %Q"
  })
  void shouldWriteTimesByTheLettersOfStrftime(String variable, String text) {
    assertThat(StampFormat.of(variable).text(NOW, ZONE, NOW)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-24T00:00:01Z,01:00:01",
    "2026-11-23T10:00:00Z,Ystday 11:00",
    "2026-11-25T10:00:00Z,Tomorr 11:00",
    "2026-11-29T10:00:00Z,Sun 11:00",
    "2026-12-05T10:00:00Z,5 Dec 11:00",
    "2026-01-05T10:00:00Z,5 Jan 11:00",
    "2024-02-05T10:00:00Z,5 Feb 2024"
  })
  void shouldWriteTimesAsFarAsTheyAreAway(Instant time, String text) {
    assertThat(StampFormat.of("relative").text(time, ZONE, NOW)).isEqualTo(text);
  }

  @Test
  void shouldWriteTheUsualTimeWhereItIsToldNone() {
    assertThat(StampFormat.of("x").text(NOW, ZONE, NOW)).isEqualTo("2026-11-24T23:08:03");
    assertThat(StampFormat.fault("x")).contains("invalid SLURM_TIME_FORMAT = 'x'");
    assertThat(StampFormat.fault("%T".repeat(16))).contains("at most 31");
    assertThat(StampFormat.fault("relative")).isNull();
    assertThat(StampFormat.fault(null)).isNull();
  }
}
