package io.pliant.runtime.confinement;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.Kinds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Devices of a host, played by some that every Linux has: 1:3, 1:5 and 1:7. */
class HostDevicesTest {
  private static final HostDevices HOST =
      new HostDevices(
          new TreeMap<>(
              Map.of(
                  "gpu", units("/dev/null", "0-3", "/dev/zero", "4-7"),
                  "ssd", units("/dev/full", "", "/dev/there-is-no-such-device", ""))));

  private static SortedMap<String, HostDevices.Unit> units(
      String first, String nearFirst, String second, String nearSecond) {
    TreeMap<String, HostDevices.Unit> units = new TreeMap<>();
    units.put("0", new HostDevices.Unit(List.of(Path.of(first)), CpuList.parse(nearFirst)));
    units.put("1", new HostDevices.Unit(List.of(Path.of(second)), CpuList.parse(nearSecond)));
    return units;
  }

  @Test
  void shouldKeepWhatASliceDoesNotHold() {
    assertThat(HOST.kept(Kinds.NONE)).containsExactly("c 1:3", "c 1:5", "c 1:7");
    assertThat(HOST.kept(Kinds.parse("gpu=1/1"))).containsExactly("c 1:3", "c 1:7");
    assertThat(HOST.kept(Kinds.parse("gpu=2/0/1,ssd=1/0"))).isEmpty();
    assertThat(HostDevices.NONE.kept(Kinds.NONE)).isEmpty();
  }

  @Test
  void shouldKeepNothingOfAKindWhoseUnitsWereNotNamed() {
    assertThat(HOST.kept(Kinds.of("gpu", 1))).containsExactly("c 1:7");
  }

  @Test
  void shouldKeepNoFileThatIsNoDevice() {
    TreeMap<String, SortedMap<String, HostDevices.Unit>> file = new TreeMap<>();
    file.put("gpu", units("/etc/passwd", "", "/tmp", ""));
    assertThat(new HostDevices(file).kept(Kinds.NONE)).isEmpty();
  }

  @Test
  void shouldKnowTheCpusNearADevice() {
    assertThat(HOST.near(Kinds.parse("gpu=1/1"))).hasToString("4-7");
    assertThat(HOST.near(Kinds.parse("gpu=2/0/1"))).hasToString("0-7");
    assertThat(HOST.near(Kinds.parse("ssd=1/0"))).isEqualTo(CpuList.NONE);
    assertThat(HOST.near(Kinds.parse("gpu=1/9"))).isEqualTo(CpuList.NONE);
    assertThat(HOST.nearAny()).hasToString("0-7");
  }
}
