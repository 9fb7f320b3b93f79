package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.NodePower;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PowerMetersTest {
  private static final NodeName NODE = new NodeName("n1");
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final long AT = START.getEpochSecond() * 1_000_000;

  private final PowerMeters meters = new PowerMeters();

  @Test
  void shouldTellTheMeanOfTheNewestSpanAndHowItIsKnown() {
    tell(START, "rapl", span(0, 1, 100, false), span(1, 3, 500, false));
    assertThat(meters.of(NODE, START.plusSeconds(3))).isEqualTo(new NodePower(250, "rapl", false));
    tell(START, "model", span(3, 4, 71, true));
    assertThat(meters.of(NODE, START.plusSeconds(4))).isEqualTo(new NodePower(71, "model", true));
    assertThat(meters.of(new NodeName("n2"), START)).isNull();
  }

  @Test
  void shouldGoByWhatIsOfNowAndNotByWhatIsToBeCounted() {
    PowerReport report =
        new PowerReport("rapl", List.of(span(0, 1, 100, false)), span(5, 6, 200, false), null);
    meters.seen(new PartitionCommand.PowerSeen(NODE, report), START);
    assertThat(meters.of(NODE, START)).isEqualTo(new NodePower(200, "rapl", false));
    PowerReport old = new PowerReport("rapl", List.of(span(0, 1, 100, false)), null, null);
    meters.seen(new PartitionCommand.PowerSeen(NODE, old), START);
    assertThat(meters.of(NODE, START)).isEqualTo(new NodePower(200, "rapl", false));
  }

  @Test
  void shouldForgetWhatWasNotToldLately() {
    tell(START, "rapl", span(0, 1, 100, false));
    assertThat(meters.of(NODE, START.plus(PowerMeters.FRESH))).isNotNull();
    assertThat(meters.of(NODE, START.plus(PowerMeters.FRESH).plusMillis(1))).isNull();
  }

  private void tell(Instant now, String method, EnergySpan... spans) {
    meters.seen(
        new PartitionCommand.PowerSeen(NODE, new PowerReport(method, Arrays.asList(spans))), now);
  }

  private static EnergySpan span(long from, long to, long joules, boolean estimated) {
    return new EnergySpan(
        NODE, AT + from * 1_000_000, AT + to * 1_000_000, joules * 1_000_000, estimated);
  }
}
