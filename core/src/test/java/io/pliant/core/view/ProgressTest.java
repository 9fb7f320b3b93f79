package io.pliant.core.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.ResizePace;
import io.pliant.core.size.SpeedUp;
import io.pliant.core.size.WorkLeft;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Programs measure themselves: whatever they tell is folded into the ledger and must not stop it.
 */
class ProgressTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<Double> TOLD =
      List.of(
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          -1.0,
          -0.0,
          Double.MIN_VALUE,
          Double.MAX_VALUE);

  private final Progress started = Progress.started(START, 60_000);

  @Test
  void shouldFoldWhateverAProgramTellsOfItself() {
    for (double told : TOLD) {
      for (int nodes : new int[] {0, 1, 2, 500}) {
        Progress after = started.resizing(START.plusSeconds(10), nodes, 4, told);

        assertThat(after.serial()).as("%s on %d nodes", told, nodes).isBetween(0.0, 1.0);
        assertThat(outlook(after, nodes, told).end()).isAfterOrEqualTo(START);
      }
    }
  }

  @Test
  void shouldKeepWhatWasKnownWhenAMeasureIsNoNumber() {
    assertThat(SpeedUp.learnt(8, Double.NaN, new SpeedUp(0.3))).isEqualTo(new SpeedUp(0.3));
  }

  @Test
  void shouldExpectAnEndOfAJobThatLostItsNodes() {
    assertThat(outlook(started, 0, null).end())
        .isBetween(START.plusSeconds(60), START.plusSeconds(600));
  }

  @Test
  void shouldSumTimesThatExceedAllNumbersToTheLargest() {
    PhaseSum large = new PhaseSum(0, Long.MAX_VALUE, 1);

    assertThat(large.plus(large)).isEqualTo(new PhaseSum(0, Long.MAX_VALUE, 2));
    assertThat(new PhaseSum(0, -5, -7).plus(large)).isEqualTo(large);
  }

  @Test
  void shouldNameDamageOfWhatIsStored() {
    assertThatThrownBy(() -> new Progress(new WorkLeft(1, 0), 1.5, null))
        .hasMessageContaining("1.5");
    assertThatThrownBy(() -> new Progress(new WorkLeft(Double.NaN, 0), 0.5, null))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> new ResizePace(0, 1)).hasMessageContaining("0.0");
  }

  private static Outlook outlook(Progress progress, int nodes, @Nullable Double mtct) {
    ResourceRequest request = new ResourceRequest(4, 4, 4, 1, 0, true);
    return progress.outlook(
        new Progress.Size(request, nodes, nodes, 0), START, mtct, ResizeCost.GUESS);
  }
}
