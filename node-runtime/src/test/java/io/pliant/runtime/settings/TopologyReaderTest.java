package io.pliant.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.resource.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyReaderTest {
  @TempDir Path dir;

  @Test
  void shouldReadATopologyWhoseProductIsTheNumberOfCpus() throws IOException {
    NodeSection all = node("sockets = 2, cores-per-socket = 4, threads-per-core = 2");
    assertThat(all.traits().topology()).isEqualTo(new Topology(2, 4, 2));
    assertThat(all.declared().cpus()).isEqualTo(16);
    assertThat(node("cpus = 8, sockets = 2").traits().topology()).isEqualTo(new Topology(2, 4, 1));
    assertThat(node("cpus = 8").traits().topology()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cpus = 8, sockets = 3",
        "sockets = 2",
        "cpus = 4, cores-per-socket = 8",
        "sockets = 65536, cores-per-socket = 65536, threads-per-core = 65536"
      })
  void shouldRefuseAnotherProduct(String wrong) {
    assertThatThrownBy(() -> node(wrong))
        .hasMessageContaining("node.cores-per-socket")
        .hasMessageContaining("sockets x cores-per-socket x threads-per-core is node.cpus");
  }

  private NodeSection node(String keys) throws IOException {
    Path file = dir.resolve("site.conf");
    Files.writeString(file, "pliant.state-dir = \"/srv/p\"\npliant.node { " + keys + " }\n");
    return SettingsFile.read(file).node();
  }
}
