package io.pliant.runtime.node.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Topology;
import io.pliant.runtime.confinement.CpuList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTopologyTest {
  @TempDir Path folder;

  @Test
  void shouldCountSocketsCoresAndThreads() throws IOException {
    for (int cpu = 0; cpu < 8; cpu++) {
      cpu(cpu, cpu / 2 % 2, cpu % 4 + "," + (cpu % 4 + 4));
    }
    assertThat(HostTopology.read(folder, 8)).isEqualTo(new Topology(2, 2, 2));
  }

  @Test
  void shouldTellNothingWhereTheFilesAreOddOrMissing() throws IOException {
    assertThat(HostTopology.read(folder.resolve("none"), 2)).isNull();
    cpu(0, 0, "0");
    cpu(1, 0, "1");
    assertThat(HostTopology.read(folder, 3)).as("fewer cpus than there are").isNull();
    assertThat(HostTopology.read(folder, 2)).isEqualTo(new Topology(1, 2, 1));
    cpu(2, 1, "2");
    assertThat(HostTopology.read(folder, 3)).as("sockets of different sizes").isNull();
    Files.writeString(folder.resolve("cpu1/topology/physical_package_id"), "x\n");
    assertThat(HostTopology.read(folder, 3)).as("no number").isNull();
    Files.delete(folder.resolve("cpu2/topology/thread_siblings_list"));
    assertThat(HostTopology.read(folder, 1)).isEqualTo(new Topology(1, 1, 1));
  }

  @Test
  void shouldSkipACpuThatIsOff() throws IOException {
    cpu(0, -1, "0");
    Files.createDirectories(folder.resolve("cpu1"));
    cpu(2, -1, "2");
    assertThat(HostTopology.read(folder, 2)).isEqualTo(new Topology(1, 2, 1));
  }

  @Test
  void shouldReadThisHostWithoutAFault() {
    int cpus = Runtime.getRuntime().availableProcessors();
    Topology host = HostTopology.read(HostTopology.SYSFS, cpus);
    assertThat(host == null ? cpus : host.cpus()).isEqualTo(cpus);
  }

  @Test
  void shouldPreferWhatIsDeclaredAndTellNothingOfAPartOfTheHost() {
    Topology found = new Topology(2, 2, 2);
    assertThat(told(found, 0, null)).isEqualTo(found);
    assertThat(told(found, 8, null)).isEqualTo(found);
    assertThat(told(found, 4, null)).isNull();
    assertThat(told(found, 8, new Topology(1, 4, 2))).isEqualTo(new Topology(1, 4, 2));
    assertThat(told(found, 8, new Topology(1, 8, 1))).isEqualTo(Topology.flat(8));
    assertThat(told(null, 0, null)).isNull();
  }

  @Test
  void shouldTellWhichCpusAreOfOneCore() throws IOException {
    for (int cpu = 0; cpu < 8; cpu++) {
      cpu(cpu, 0, cpu == 5 ? "x" : cpu % 4 + "," + (cpu % 4 + 4));
    }
    assertThat(HostTopology.cores(folder, CpuList.parse("0-2,4-9")))
        .extracting(CpuList::toString)
        .containsExactly("0,4", "1", "2,6", "7", "5", "8", "9");
  }

  private static @Nullable Topology told(
      @Nullable Topology found, int cpus, @Nullable Topology declared) {
    HostFacts host = new HostFacts("host", "root", 0, 8, 1000, 0, found);
    return NodeTraits.orNone(
            host.capacity(
                    new Resources(cpus, 0), Features.orNone(null), new NodeTraits(0, 1, declared))
                .traits())
        .topology();
  }

  private void cpu(int number, int socket, String siblings) throws IOException {
    Path files = Files.createDirectories(folder.resolve("cpu" + number + "/topology"));
    Files.writeString(files.resolve("physical_package_id"), socket + "\n");
    Files.writeString(files.resolve("thread_siblings_list"), siblings + "\n");
  }
}
