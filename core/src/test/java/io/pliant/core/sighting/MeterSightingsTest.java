package io.pliant.core.sighting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class MeterSightingsTest {
  private static final NodeName NODE = new NodeName("n1");
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final long AT = START.getEpochSecond() * 1_000_000;

  private MeterSightings meters = MeterSightings.NONE;

  @Test
  void shouldTellTheMeanOfTheNewestSpanAndHowItIsKnown() {
    tell(START, "rapl", span(0, 1, 100, false), span(1, 3, 500, false));
    assertThat(heard(NODE, START.plusSeconds(3))).isEqualTo(new Known(250, "rapl", false));
    tell(START, "model", span(3, 4, 71, true));
    assertThat(heard(NODE, START.plusSeconds(4))).isEqualTo(new Known(71, "model", true));
    assertThat(heard(new NodeName("n2"), START)).isNull();
  }

  @Test
  void shouldGoByWhatIsOfNowAndNotByWhatIsToBeCounted() {
    PowerReport report =
        new PowerReport("rapl", List.of(span(0, 1, 100, false)), span(5, 6, 200, false), null);
    meters = meters.seen(NODE, report, START);
    assertThat(heard(NODE, START)).isEqualTo(new Known(200, "rapl", false));
    PowerReport old = new PowerReport("rapl", List.of(span(0, 1, 100, false)), null, null);
    meters = meters.seen(NODE, old, START);
    assertThat(heard(NODE, START)).isEqualTo(new Known(200, "rapl", false));
  }

  @Test
  void shouldForgetWhatWasNotToldLately() {
    tell(START, "rapl", span(0, 1, 100, false));
    assertThat(heard(NODE, START.plus(MeterSightings.FRESH))).isNotNull();
    assertThat(heard(NODE, START.plus(MeterSightings.FRESH).plusMillis(1))).isNull();
  }

  private record Known(double watts, String method, boolean estimated) {}

  private @Nullable Known heard(NodeName node, Instant now) {
    MeterSightings.Heard heard = meters.heard(node, now);
    return heard == null ? null : new Known(heard.watts(), heard.method(), heard.estimated());
  }

  private void tell(Instant now, String method, EnergySpan... spans) {
    meters = meters.seen(NODE, new PowerReport(method, Arrays.asList(spans)), now);
  }

  private static EnergySpan span(long from, long to, long joules, boolean estimated) {
    return new EnergySpan(
        NODE, AT + from * 1_000_000, AT + to * 1_000_000, joules * 1_000_000, estimated);
  }
}
