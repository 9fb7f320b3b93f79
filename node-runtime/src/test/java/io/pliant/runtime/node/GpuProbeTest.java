package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.Kinds;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.confinement.HostDevices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GPUs as the kernel's drivers show them. */
class GpuProbeTest {
  @TempDir Path root;

  @Test
  void shouldFindNothingOnAHostWithout() {
    assertThat(GpuProbe.find(root).kinds()).isEqualTo(Kinds.NONE);
  }

  @Test
  void shouldFindNvidiasByTheirMinorNumbers() throws IOException {
    nvidia("0000:81:00.0", "Model: \t\t NVIDIA A100-SXM4-40GB\nDevice Minor: \t 1\n");
    nvidia("0000:01:00.0", "Model: \t\t NVIDIA A100-SXM4-40GB\nDevice Minor: \t 0\n");
    nvidia("0000:c1:00.0", "Model: \t\t Tesla V100-PCIE-16GB\nDevice Minor: \t 2\n");
    nvidia("0000:c2:00.0", "nothing that can be read");
    write("sys/bus/pci/devices/0000:81:00.0/local_cpulist", "16-31\n");
    write("sys/bus/pci/devices/0000:c1:00.0/local_cpulist", "nonsense\n");

    assertThat(GpuProbe.find(root).kinds().unitWord())
        .isEqualTo("gpu=3/0/1/2,gpu:a100=2/0/1,gpu:v100=1/2");
    assertThat(GpuProbe.find(root).devices().units().get("gpu"))
        .containsEntry("0", unit(CpuList.NONE, "0000:01:00.0", "/dev/nvidia0"))
        .containsEntry("1", unit(CpuList.parse("16-31"), "0000:81:00.0", "/dev/nvidia1"))
        .containsEntry("2", unit(CpuList.NONE, "0000:c1:00.0", "/dev/nvidia2"));
  }

  @Test
  void shouldFindAmdsThatHaveADriverForComputing() throws IOException {
    write("sys/class/drm/card0/device/vendor", "0x1002\n");
    write("sys/class/drm/card1/device/vendor", "0x1a03\n");
    write("sys/class/drm/card2/device/vendor", "0x1002\n");
    write("sys/class/drm/card0-DP-1/status", "connected\n");
    assertThat(GpuProbe.find(root).kinds()).isEqualTo(Kinds.NONE);

    write("dev/kfd", "");
    write("sys/class/drm/card2/device/drm/card2/dev", "226:2\n");
    write("sys/class/drm/card2/device/drm/renderD129/dev", "226:129\n");
    write("sys/class/drm/card2/device/local_cpulist", "0-7\n");

    assertThat(GpuProbe.find(root).kinds().unitWord()).isEqualTo("gpu=2/0/1,gpu:amd=2/0/1");
    assertThat(GpuProbe.find(root).devices().units().get("gpu"))
        .containsEntry("0", unit(CpuList.NONE, "", "/dev/dri/card0"))
        .containsEntry(
            "1", unit(CpuList.parse("0-7"), "", "/dev/dri/card2", "/dev/dri/renderD129"));
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA A100-SXM4-40GB, a100",
    "NVIDIA H100 80GB HBM3, h100_80gb_hbm3",
    "Tesla V100-PCIE-16GB, v100",
    "NVIDIA GeForce RTX 3090, rtx_3090",
    "Quadro RTX 6000, rtx_6000",
    "???, unknown"
  })
  void shouldCallAModelAsPeopleDo(String model, String type) {
    assertThat(GpuProbe.type(model)).isEqualTo(type);
  }

  private static HostDevices.Unit unit(CpuList near, String bus, String... files) {
    return new HostDevices.Unit(Stream.of(files).map(Path::of).toList(), near, bus);
  }

  private void nvidia(String bus, String information) throws IOException {
    write("proc/driver/nvidia/gpus/" + bus + "/information", information);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
