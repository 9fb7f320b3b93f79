package io.pliant.core.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.power.Corridor;
import io.pliant.core.power.PowerView;
import io.pliant.core.power.Watts;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeRange;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class MachinePowerTest {
  /**
   * The machine of {@code PartitionPowerTest.shouldEstimateWhatNoMeterTells}, as a policy sees it.
   */
  @Test
  void shouldDrawWhatAPartitionWithoutMetersDraws() {
    PowerView power =
        new PowerView(
            new Corridor(100, 900),
            List.of(),
            70,
            Watts.declared(150, 250),
            new TreeMap<>(Map.of(1, Watts.declared(100, 120))));
    Pool view =
        new Pool(0, 5, 2, List.of(running(1, 2), running(2, 1)), List.of(), ResizeCost.NONE, power);

    assertThat(new MachinePower(view, power).drawn()).isEqualTo(2 * 110 + 200 + 2 * 70);
  }

  private static RunningShape running(int job, int nodes) {
    WaitingShape shape = new WaitingShape(job, SizeRange.rigid(nodes), 0, 1000, 0);
    return RunningShape.rigid(shape, nodes, 0, 1000, 1000);
  }
}
