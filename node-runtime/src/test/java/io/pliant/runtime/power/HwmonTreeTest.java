package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a directory tree like the kernel's. */
final class HwmonTreeTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path root = Path.of("unset");
  private final List<String> complaints = new ArrayList<>();
  private FileSensor sensor = sensor("unset");

  @BeforeEach
  void chips() throws IOException {
    chip("hwmon0", "nvme");
    set("hwmon0/temp1_input", 35_000);
    chip("hwmon1", "power_meter");
    set("hwmon1/power1_average", 100_000_000);
    chip("hwmon2", "board");
    set("hwmon2/energy1_input", 5_000_000);
    set("hwmon2/energy2_input", 7_000_000);
    set("hwmon2/power1_input", 999_000_000);
    chip("hwmon3", "rails");
    set("hwmon3/power1_average", 1_000_000);
    set("hwmon3/power1_input", 2_000_000);
    set("hwmon3/power2_average", 3_000_000);
  }

  @AfterEach
  void close() {
    sensor.close();
  }

  private FileSensor sensor(String... chips) {
    return new FileSensor("hwmon", new HwmonTree(root, List.of(chips)), complaints::add);
  }

  @Test
  void shouldIntegrateAGaugeBetweenReadings() throws IOException {
    sensor = sensor("power_meter");
    assertThat(sensor.trouble()).isNull();
    assertThat(sensor.sample(0)).isEqualTo(Sensor.GAP);
    set("hwmon1/power1_average", 200_000_000);
    assertThat(sensor.sample(SECOND)).isEqualTo(150_000_000);
    assertThat(sensor.look()).isFalse();
    assertThat(sensor.sample(SECOND + SECOND / 1000)).isEqualTo(200_000);
    assertThat(sensor.method()).isEqualTo("hwmon");
    assertThat(sensor.estimated()).isFalse();
  }

  @Test
  void shouldLeaveAGapWhenReadingsOfAGaugeAreFarApart() {
    sensor = sensor("power_meter");
    sensor.sample(0);
    assertThat(sensor.sample(6 * SECOND)).isEqualTo(Sensor.GAP);
    assertThat(sensor.sample(7 * SECOND)).isEqualTo(100_000_000);
  }

  @Test
  void shouldPreferCountersOfEnergyToGauges() throws IOException {
    sensor = sensor("board");
    sensor.sample(0);
    set("hwmon2/energy1_input", 5_000_100);
    set("hwmon2/energy2_input", 7_000_011);
    assertThat(sensor.sample(SECOND)).isEqualTo(111);

    // no range is known: a fall is a reset, not a turn
    set("hwmon2/energy1_input", 3);
    assertThat(sensor.sample(2 * SECOND)).isEqualTo(Sensor.GAP);
    assertThat(complaints).singleElement().asString().contains("too far to be true");
    assertThat(sensor.sample(3 * SECOND)).isZero();
  }

  @Test
  void shouldTakeOneGaugeOfEachNumberAndAllChipsNamed() {
    sensor = sensor("rails", "power_meter");
    sensor.sample(0);
    assertThat(sensor.sample(SECOND)).isEqualTo(105_000_000);
  }

  @Test
  void shouldNameTheChipsThereAreWhenNoneFits() throws IOException {
    sensor = sensor("psu");
    assertThat(sensor.trouble())
        .contains("no chip called psu", "choose from board, power_meter, rails for hwmon.chips");
    assertThat(sensor.sample(0)).isEqualTo(Sensor.GAP);
    assertThat(sensor.look()).isTrue();
    assertThat(complaints).hasSize(1);

    chip("hwmon4", "psu");
    set("hwmon4/power1_input", 8_000_000);
    assertThat(sensor.look()).isTrue();
    assertThat(sensor.sample(SECOND)).isEqualTo(Sensor.GAP);
    assertThat(sensor.sample(2 * SECOND)).isEqualTo(8_000_000);
  }

  @Test
  void shouldLeaveAGapWhenAGaugeSaysNonsense() throws IOException {
    sensor = sensor("power_meter");
    sensor.sample(0);
    set("hwmon1/power1_average", 999_000_000_000L);
    assertThat(sensor.sample(SECOND)).isEqualTo(Sensor.GAP);
    assertThat(sensor.sample(2 * SECOND)).isEqualTo(Sensor.GAP);
    assertThat(complaints).singleElement().asString().contains("too much to be true");
  }

  private void chip(String folder, String name) throws IOException {
    Files.createDirectory(root.resolve(folder));
    Files.writeString(root.resolve(folder).resolve("name"), name + "\n");
  }

  private void set(String file, long value) throws IOException {
    Files.writeString(root.resolve(file), value + "\n");
  }
}
