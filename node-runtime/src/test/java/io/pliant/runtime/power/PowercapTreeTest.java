package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a directory tree like the kernel's, with counters that advance and go round. */
final class PowercapTreeTest {
  private static final long SECOND = 1_000_000_000;
  private static final long RANGE = 262_143_328_850L;

  @TempDir private Path root = Path.of("unset");
  private final List<String> complaints = new ArrayList<>();
  private FileSensor sensor = sensor(Path.of("unset"));

  @BeforeEach
  void twoSockets() throws IOException {
    Files.createDirectory(root.resolve("intel-rapl"));
    zone("intel-rapl:0", "package-0", 1_000);
    zone("intel-rapl:0:0", "core", 77);
    zone("intel-rapl:0:1", "dram", 500);
    zone("intel-rapl:1", "package-1", RANGE - 10);
    zone("intel-rapl:2", "psys", 9_999);
    zone("intel-rapl-mmio:0", "package-0", 1_000);
    sensor = sensor(root);
  }

  @AfterEach
  void close() {
    sensor.close();
  }

  private FileSensor sensor(Path tree) {
    return new FileSensor("rapl", new PowercapTree(tree), complaints::add);
  }

  /** One sample with a look, as each second has; microjoules, or a gap. */
  private long read(long second) {
    long counted = sensor.sample(second * SECOND);
    return sensor.look() ? Sensor.GAP : counted;
  }

  @Test
  void shouldSumPackagesAndMemoryAndNothingTwice() throws IOException {
    assertThat(sensor.trouble()).isNull();
    assertThat(read(0)).isEqualTo(Sensor.GAP);
    set("intel-rapl:0", 21_000);
    set("intel-rapl:0:0", 9_000);
    set("intel-rapl:0:1", 600);
    set("intel-rapl:2", 99_999);
    set("intel-rapl-mmio:0", 21_000);

    assertThat(read(1)).isEqualTo(20_000 + 100);
  }

  @Test
  void shouldCountOnWhenACounterGoesRound() throws IOException {
    read(0);
    set("intel-rapl:1", 5);

    assertThat(read(1)).isEqualTo(16);
  }

  @Test
  void shouldBeExactOverManyRounds() throws IOException {
    Random random = new Random(7);
    long first = 1_000;
    long second = RANGE - 10;
    long before = first + second;
    long counted = 0;
    read(0);
    for (int i = 1; i <= 300; i++) {
      first += random.nextLong(60_000_000_000L);
      second += random.nextLong(119_000_000_000L);
      set("intel-rapl:0", first % (RANGE + 1));
      set("intel-rapl:1", second % (RANGE + 1));
      long step = read(i * 30);
      assertThat(step).isNotNegative();
      counted += step;
    }
    assertThat(counted).isEqualTo(first + second - before);
    assertThat(complaints).isEmpty();
  }

  @Test
  void shouldLeaveAGapAndWarnOnceWhileAFileIsBad() throws IOException {
    read(0);
    Files.writeString(root.resolve("intel-rapl:0/energy_uj"), "not a number\n");
    assertThat(read(1)).isEqualTo(Sensor.GAP);
    assertThat(complaints)
        .singleElement()
        .asString()
        .contains("intel-rapl:0/energy_uj", "it holds 'not a number'");
    assertThat(read(2)).isEqualTo(Sensor.GAP);

    // the first good reading ends the gap, the second one counts again
    set("intel-rapl:0", 9_000);
    assertThat(read(3)).isEqualTo(Sensor.GAP);
    set("intel-rapl:0", 9_500);
    assertThat(read(4)).isEqualTo(500);
    assertThat(complaints).hasSize(1);
    Files.writeString(root.resolve("intel-rapl:0/energy_uj"), "-1\n");
    assertThat(read(5)).isEqualTo(Sensor.GAP);
    assertThat(complaints).hasSize(2);
  }

  @Test
  void shouldLeaveAGapAndWarnOnceWhileAFileCannotBeOpened() throws IOException {
    Files.delete(root.resolve("intel-rapl:0/energy_uj"));
    for (int i = 0; i < 10; i++) {
      assertThat(read(i)).isEqualTo(Sensor.GAP);
      assertThat(sensor.sample(i * SECOND + 1_000)).isEqualTo(Sensor.GAP);
    }
    assertThat(complaints).singleElement().asString().contains("there is no", "energy_uj");
    assertThat(sensor.trouble()).contains("there is no", "intel-rapl:0/energy_uj");

    set("intel-rapl:0", 100);
    assertThat(read(10)).isEqualTo(Sensor.GAP);
    assertThat(read(11)).isEqualTo(Sensor.GAP);
    set("intel-rapl:0", 107);
    assertThat(read(12)).isEqualTo(7);
  }

  @Test
  void shouldGoOnWithTheRestWhenAZoneIsUnplugged() throws IOException {
    read(0);
    delete("intel-rapl:1");

    assertThat(read(1)).isEqualTo(Sensor.GAP);
    assertThat(complaints).singleElement().asString().contains("intel-rapl:1", "is gone");
    set("intel-rapl:0", 1_250);
    assertThat(read(2)).isEqualTo(250);

    // it comes back, with another counter
    zone("intel-rapl:1", "package-1", 40);
    assertThat(read(3)).isEqualTo(Sensor.GAP);
    assertThat(read(4)).isEqualTo(Sensor.GAP);
    set("intel-rapl:1", 44);
    assertThat(read(5)).isEqualTo(4);
    assertThat(complaints).hasSize(1);
  }

  @Test
  void shouldSeeThatAZoneWasReplacedBetweenLooks() throws IOException {
    read(0);
    read(1);
    Path kept = Files.move(root.resolve("intel-rapl:1"), root.resolve("elsewhere"));
    zone("intel-rapl:1", "package-1", 40);

    assertThat(read(2)).isEqualTo(Sensor.GAP);
    assertThat(read(3)).isEqualTo(Sensor.GAP);
    set("intel-rapl:1", 41);
    assertThat(read(4)).isEqualTo(1);
    assertThat(kept).exists();
  }

  @Test
  void shouldNotGuessWhetherACounterWentRoundTwice() throws IOException {
    read(0);
    set("intel-rapl:0", 2_000);

    assertThat(read(3_600)).isEqualTo(Sensor.GAP);
    assertThat(complaints).isEmpty();
  }

  @Test
  void shouldComplainOnceOfATreeThatIsNotThere() throws IOException {
    sensor.close();
    Path none = root.resolve("none");
    sensor = sensor(none);
    assertThat(read(0)).isEqualTo(Sensor.GAP);
    assertThat(read(1)).isEqualTo(Sensor.GAP);
    assertThat(complaints).singleElement().asString().contains("there is no " + none);

    Files.createDirectory(none);
    assertThat(sensor.trouble()).contains("no RAPL zone in " + none, "intel_rapl_msr");
  }

  private void zone(String folder, String name, long value) throws IOException {
    Path zone = Files.createDirectory(root.resolve(folder));
    Files.writeString(zone.resolve("name"), name + "\n");
    Files.writeString(zone.resolve("max_energy_range_uj"), RANGE + "\n");
    Files.writeString(zone.resolve("energy_uj"), value + "\n");
  }

  private void delete(String folder) throws IOException {
    for (String file : List.of("name", "energy_uj", "max_energy_range_uj", "")) {
      Files.delete(root.resolve(folder).resolve(file));
    }
  }

  private void set(String folder, long value) throws IOException {
    Files.writeString(root.resolve(folder).resolve("energy_uj"), value + "\n");
  }
}
