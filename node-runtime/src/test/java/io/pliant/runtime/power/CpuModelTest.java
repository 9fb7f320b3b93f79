package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CpuModelTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path dir = Path.of("unset");
  private final List<String> complaints = new ArrayList<>();

  @Test
  void shouldEstimateBetweenIdleAndPeakByUse() throws IOException {
    CpuModel model = model();
    stat(1_000, 9_000, 0);
    assertThat(model.trouble()).isNull();
    assertThat(model.sample(0)).isEqualTo(Sensor.GAP);
    stat(1_000 + 25, 9_000 + 75, 0);
    assertThat(model.sample(SECOND)).isEqualTo(100_000_000);
    // what another guest stole was not used here
    stat(1_025, 9_075, 100);
    assertThat(model.sample(2 * SECOND)).isEqualTo(70_000_000);
    stat(1_125, 9_075, 100);
    assertThat(model.sample(3 * SECOND)).isEqualTo(190_000_000);
    assertThat(model.estimated()).isTrue();
  }

  @Test
  void shouldHoldTheUseBetweenTicks() throws IOException {
    CpuModel model = model();
    stat(0, 0, 0);
    model.sample(0);
    stat(50, 50, 0);
    assertThat(model.sample(SECOND)).isEqualTo(130_000_000);
    stat(50, 150, 0);
    assertThat(model.sample(SECOND + 1_000_000)).isEqualTo(130_000);
    assertThat(model.sample(SECOND + 101_000_000)).isEqualTo(7_000_000);
  }

  @Test
  void shouldLeaveAGapAndComplainOnceWhileThereIsNothingToRead() throws IOException {
    CpuModel model = model();
    assertThat(model.trouble()).contains("there is no");
    assertThat(model.sample(0)).isEqualTo(Sensor.GAP);
    assertThat(model.sample(SECOND)).isEqualTo(Sensor.GAP);
    Files.writeString(dir.resolve("stat"), "cpu x\n");
    assertThat(model.sample(2 * SECOND)).isEqualTo(Sensor.GAP);
    assertThat(complaints).hasSize(1);
    stat(0, 0, 0);
    assertThat(model.sample(3 * SECOND)).isEqualTo(Sensor.GAP);
    stat(100, 0, 0);
    assertThat(model.sample(4 * SECOND)).isEqualTo(190_000_000);
  }

  @Test
  void shouldReadThisHost() {
    CpuModel model = new CpuModel(Path.of("/proc/stat"), 70, 190, complaints::add);
    assertThat(model.trouble()).isNull();
  }

  private CpuModel model() {
    return new CpuModel(dir.resolve("stat"), 70, 190, complaints::add);
  }

  private void stat(long busy, long idle, long stolen) throws IOException {
    Files.writeString(
        dir.resolve("stat"),
        "cpu  %d 0 0 %d 0 0 0 %d 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n".formatted(busy, idle, stolen));
  }
}
