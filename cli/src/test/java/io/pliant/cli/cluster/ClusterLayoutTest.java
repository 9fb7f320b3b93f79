package io.pliant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.power.PowerLever;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.Kinds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ClusterLayoutTest {
  @Test
  void shouldNumberEmulatedNodesAfterTheOthers() {
    assertThat(layout(2, 500, List.of("main:*")).nodeProcesses())
        .containsExactly("n001", "n002", "n[003-502]");
    assertThat(layout(0, 1000, List.of("main:*")).nodeProcesses()).containsExactly("n[0001-1000]");
  }

  @Test
  void shouldRefuseAClusterWithoutNodes() {
    assertThatThrownBy(() -> layout(0, 0, List.of("main:*")))
        .isInstanceOfSatisfying(CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(2))
        .hasMessageContaining("at least one node");
  }

  @Test
  void shouldSayHowAPartitionIsWrittenWhenItIsNot() {
    assertThatThrownBy(() -> layout(1, 0, List.of("main:n[1-")))
        .hasMessageContaining("name:nodes")
        .hasMessageContaining("main:n[1-");
    assertThatThrownBy(() -> layout(1, 0, List.of("bad name:*"))).hasMessageContaining("bad name");
  }

  @Test
  void shouldTakeTheWattsOfANode() {
    String partition = "main:*:power-aware:71/150-250";
    assertThat(layout(1, 0, List.of(partition)).partitions()).containsExactly(partition);
    assertThat(PartitionText.parse(partition))
        .isEqualTo(
            new PartitionText(
                "main",
                "*",
                "power-aware",
                new NodeWatts(71, Watts.declared(150, 250), Set.of()),
                Kinds.NONE));
    assertThat(PartitionText.parse("main;matlab=2,ansys").licences())
        .isEqualTo(Kinds.parse("ansys=1,matlab=2"));
    assertThatThrownBy(() -> layout(1, 0, List.of("main;matlab=x"))).hasMessageContaining("matlab");
    assertThat(PartitionText.parse("main:*:elastic").watts()).isNull();
  }

  @Test
  void shouldTakeTheLeversOfAPartition() {
    NodeWatts watts = PartitionText.parse("main:*:elastic:71/150-250:suspend+cap").watts();
    assertThat(watts)
        .isEqualTo(
            new NodeWatts(
                71, Watts.declared(150, 250), Set.of(PowerLever.CAP, PowerLever.SUSPEND)));
    assertThatThrownBy(() -> layout(1, 0, List.of("main:*:elastic:71/150-250:cap+off")))
        .hasMessageContaining("cap or suspend")
        .hasMessageContaining("'off'");
    assertThatThrownBy(() -> layout(1, 0, List.of("main:*:elastic:71/150-250:")))
        .hasMessageContaining("Expected cap or suspend as a power lever, but got ''");
    assertThatThrownBy(() -> layout(1, 0, List.of("main:*:power-aware-running:71/150-250:cap")))
        .hasMessageContaining("levers are for the policies power-aware and elastic alone");
  }

  @Test
  void shouldSayWhichWattsAreExpected() {
    assertThatThrownBy(() -> layout(1, 0, List.of("main:*:power-aware")))
        .hasMessageContaining("policy power-aware needs the watts of a node")
        .hasMessageContaining("name:nodes:power-aware:71/150-250");
    assertThatThrownBy(() -> layout(1, 0, List.of("main:*:elastic:71")))
        .hasMessageContaining("idle/min-max")
        .hasMessageContaining("'71'");
    assertThatThrownBy(() -> layout(1, 0, List.of("main:*:elastic:71/60-250")))
        .hasMessageContaining("0 < idle watts <= watts under a job");
  }

  @Test
  void shouldRefuseASettingWithoutAValue() {
    assertThatThrownBy(() -> new ClusterLayout(1, 1, 0, 1, 1, List.of("main:*"), List.of("timing")))
        .hasMessageContaining("key=value");
  }

  @Test
  void shouldNotOfferAPortThatIsTakenOrHeld() throws IOException {
    int port = Ports.free(1, 4711).getFirst();
    assertThat(Ports.free(3, 4711)).doesNotContain(port);
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      assertThat(taken.isBound()).isTrue();
      assertThat(Ports.free(3, 4711)).doesNotContain(port).doesNotHaveDuplicates();
    }
  }

  @Test
  void shouldTellItsOwnProcessesFromOthers() {
    long own = ProcessHandle.current().pid();
    assertThat(ProcessIdentity.runs(own, "/no/such/config")).isFalse();
    assertThat(ProcessIdentity.runs(0, "/no/such/config")).isFalse();
    assertThat(ProcessIdentity.runs(Integer.MAX_VALUE, "/no/such/config")).isFalse();
  }

  private static ClusterLayout layout(int nodes, int emulated, List<String> partitions) {
    return new ClusterLayout(1, nodes, emulated, 2, 1024, partitions, List.of());
  }
}
