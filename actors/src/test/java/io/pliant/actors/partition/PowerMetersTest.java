package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.api.NodePower;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class PowerMetersTest {
  private static final NodeName NODE = new NodeName("n1");
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final long AT = START.getEpochSecond() * 1_000_000;

  private final PowerMeters meters = new PowerMeters();

  @Test
  void shouldTellTheMeanOfTheNewestSpanAndHowItIsKnown() {
    tell("rapl", span(0, 1, 100, false), span(1, 3, 500, false));
    assertThat(meters.of(NODE, START.plusSeconds(3))).isEqualTo(new NodePower(250, "rapl", false));
    tell("model", span(3, 4, 71, true));
    assertThat(meters.of(NODE, START.plusSeconds(4))).isEqualTo(new NodePower(71, "model", true));
    assertThat(meters.of(new NodeName("n2"), START)).isNull();
  }

  @Test
  void shouldNotGoBackWhenAReportComesLate() {
    tell("rapl", span(1, 2, 200, false));
    tell("rapl", span(0, 1, 100, false));
    tell("rapl");
    assertThat(meters.of(NODE, START.plusSeconds(2))).isEqualTo(new NodePower(200, "rapl", false));
  }

  @Test
  void shouldForgetWhatIsNotOfNow() {
    tell("rapl", span(0, 1, 100, false));
    Instant end = START.plusSeconds(1);
    assertThat(meters.of(NODE, end.plus(PowerMeters.FRESH))).isNotNull();
    assertThat(meters.of(NODE, end.plus(PowerMeters.FRESH).plusMillis(1))).isNull();
  }

  private void tell(String method, EnergySpan... spans) {
    meters.seen(
        new PartitionCommand.PowerSeen(NODE, new PowerReport(method, Arrays.asList(spans))));
  }

  private static EnergySpan span(long from, long to, long joules, boolean estimated) {
    return new EnergySpan(
        NODE, AT + from * 1_000_000, AT + to * 1_000_000, joules * 1_000_000, estimated);
  }
}
