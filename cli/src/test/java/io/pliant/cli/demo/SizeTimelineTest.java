package io.pliant.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.json.Partial;
import io.pliant.core.adaptation.SizeChange;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SizeTimelineTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final SizeTimeline HEAT =
      SizeTimeline.of(
          START,
          2,
          Partial.list(
              SizeChange.class,
              """
              [{"ended": "2026-01-01T00:00:02Z", "nodes": ["n3", "n4"], "size": 4},
               {"ended": "2026-01-01T00:00:03Z", "nodes": [], "size": 4},
               {"ended": "2026-01-01T00:00:06Z", "nodes": ["n2", "n3", "n4"], "size": 1}]
              """));

  @Test
  void shouldKnowTheSizeAtAnyTimeAndPassOverWhatCameToNothing() {
    assertThat(HEAT.size(START.minusMillis(1))).isZero();
    assertThat(HEAT.size(START)).isEqualTo(2);
    assertThat(HEAT.size(START.plusSeconds(5))).isEqualTo(4);
    assertThat(HEAT.size()).isEqualTo(1);
    assertThat(HEAT.points()).hasSize(3);
  }

  @Test
  void shouldTellSizesInTheirOrderOnly() {
    assertThat(HEAT.wentThrough(List.of(2, 4, 1))).isTrue();
    assertThat(HEAT.wentThrough(List.of(2, 1))).isTrue();
    assertThat(HEAT.wentThrough(List.of(4, 2))).isFalse();
    assertThat(SizeTimeline.NOTHING.wentThrough(List.of(2))).isFalse();
  }

  @Test
  void shouldFillAColumnWhereAsManyNodesWereHeld() {
    assertThat(HEAT.chart(new TimeScale(8, 8)))
        .containsExactly("  4 |  ####", "  3 |  ####", "  2 |######", "  1 |########");
  }

  @Test
  void shouldPutMarksWhereTheirSecondsAre() {
    TimeScale scale = new TimeScale(20, 10);

    assertThat(scale.ruler(24)).isEqualTo("0 s       5 s           ");
    assertThat(scale.column(5)).isEqualTo(10);
    assertThat(scale.seconds(scale.column(5))).isEqualTo(5.25);
  }
}
