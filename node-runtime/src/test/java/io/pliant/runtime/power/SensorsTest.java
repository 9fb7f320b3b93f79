package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.runtime.power.PowerSettings.Choice;
import io.pliant.runtime.power.PowerSettings.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which sensor is taken, by what there is in trees and scripts. */
final class SensorsTest {
  private static final Program NO_GPU = new Program(List.of(), Duration.ofSeconds(1));

  @TempDir private Path dir = Path.of("unset");

  @Test
  void shouldTakeTheFirstThatWorks() throws IOException {
    Sensors.Chosen none = choose(Choice.AUTO, 0, NO_GPU);
    assertThat(none.sensor()).isNull();
    assertThat(none.why())
        .contains("rapl: there is no", "hwmon: there is no", "ipmi: there is no program", "model:");
    assertThat(method(choose(Choice.AUTO, 100, NO_GPU))).isEqualTo("model");

    script("dcmi", "echo ' Instantaneous power reading: 204 Watts'");
    assertThat(method(choose(Choice.AUTO, 100, NO_GPU))).isEqualTo("ipmi");
    file("hwmon/hwmon0/name", "power_meter");
    file("hwmon/hwmon0/power1_average", "1000000");
    assertThat(method(choose(Choice.AUTO, 100, NO_GPU))).isEqualTo("hwmon");
    file("rapl/intel-rapl:0/name", "package-0");
    file("rapl/intel-rapl:0/max_energy_range_uj", "1000000000");
    file("rapl/intel-rapl:0/energy_uj", "5");
    assertThat(method(choose(Choice.AUTO, 100, NO_GPU))).isEqualTo("rapl");
  }

  @Test
  void shouldAddGpusThatTellTheirWatts() throws IOException {
    file("rapl/intel-rapl:0/name", "package-0");
    file("rapl/intel-rapl:0/max_energy_range_uj", "1000000000");
    file("rapl/intel-rapl:0/energy_uj", "5");
    Program good =
        new Program(List.of(script("smi", "echo 63.5; echo 36.5")), Duration.ofSeconds(1));
    assertThat(method(choose(Choice.AUTO, 0, good))).isEqualTo("rapl+nvml");
    assertThat(method(choose(Choice.RAPL, 0, good))).isEqualTo("rapl+nvml");

    Program mute = new Program(List.of(script("mute", "echo '[N/A]'")), Duration.ofSeconds(1));
    Sensors.Chosen chosen = choose(Choice.AUTO, 0, mute);
    assertThat(method(chosen)).isEqualTo("rapl");
    assertThat(chosen.why()).contains("nvml: expected watts of GPU 0, but got '[N/A]'");
    Program absent = new Program(List.of(dir.resolve("no").toString()), Duration.ofSeconds(1));
    assertThat(method(choose(Choice.AUTO, 0, absent))).isEqualTo("rapl");
  }

  @Test
  void shouldTakeWhatIsAskedForEvenWhenItDoesNotWorkYet() {
    for (Choice choice : List.of(Choice.RAPL, Choice.HWMON, Choice.IPMI, Choice.EMULATED)) {
      assertThat(method(choose(choice, 0, NO_GPU))).isEqualTo(choice.word());
    }
    assertThat(choose(Choice.NONE, 100, NO_GPU).sensor()).isNull();
  }

  @Test
  void shouldNotMeasureTheHostForSeveralNodes() {
    assertThat(
            Sensors.choose(settings(Choice.AUTO, 100, NO_GPU), false, List.of(), _ -> {}).sensor())
        .isNull();
    for (Choice choice : List.of(Choice.RAPL, Choice.HWMON, Choice.IPMI, Choice.MODEL)) {
      assertThat(settings(choice, 100, NO_GPU).refusal(2)).contains("2 nodes", choice.word());
      assertThat(settings(choice, 100, NO_GPU).refusal(1)).isNull();
    }
    assertThat(settings(Choice.EMULATED, 100, NO_GPU).refusal(2)).isNull();
  }

  private static String method(Sensors.Chosen chosen) {
    return Objects.requireNonNull(chosen.sensor(), chosen.why()).method();
  }

  private Sensors.Chosen choose(Choice choice, double peakWatts, Program gpu) {
    return Sensors.choose(settings(choice, peakWatts, gpu), true, List.of(), _ -> {});
  }

  private PowerSettings settings(Choice choice, double peakWatts, Program gpu) {
    return new PowerSettings(
        choice,
        1,
        0,
        peakWatts,
        dir.resolve("rapl"),
        dir.resolve("hwmon"),
        List.of("power_meter"),
        new Program(List.of(dir.resolve("dcmi").toString()), Duration.ofSeconds(10)),
        gpu,
        new EmulatedProfile(71, 200, new TreeMap<>()),
        false);
  }

  private void file(String name, String text) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text + "\n");
  }

  private String script(String name, String text) throws IOException {
    Path file = Files.writeString(dir.resolve(name), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file.toString();
  }
}
