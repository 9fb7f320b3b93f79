package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.json.Partial;
import io.pliant.core.format.SlurmFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NodeGroupTest {
  private static final PartitionEntry MAIN =
      Partial.of(
          PartitionEntry.class,
          "{\"partition\":\"main\",\"isDefault\":true,\"maxTimeSeconds\":3600,\"defaultTimeSeconds\":60}");

  private static final List<NodeEntry> NODES =
      Partial.list(
          NodeEntry.class,
          """
          [{"node":"n1","state":"idle","cpus":4,"allocatedCpus":0,"memoryMb":1000},
           {"node":"n2","state":"mixed","cpus":4,"allocatedCpus":1,"memoryMb":2000},
           {"node":"n3","state":"draining","cpus":8,"allocatedCpus":3,"memoryMb":2000},
           {"node":"n4","state":"down","cpus":8,"allocatedCpus":0,"memoryMb":2000}]
          """);

  @Test
  void shouldCountNodesAndCpusByWhatJobsCanDoWithThem() {
    assertThat(line("%A %F %C %D", NODES)).isEqualTo("1/1 1/1/2/4 4/7/13/24 4");
  }

  @Test
  void shouldMarkNumbersInWhichNodesDiffer() {
    assertThat(line("%c %m %N", NODES)).isEqualTo("4+ 1000+ n[1-4]");
    assertThat(line("%c %m %N", NODES.subList(0, 1))).isEqualTo("4 1000 n1");
  }

  @Test
  void shouldTellOfAPartitionWithoutNodes() {
    assertThat(line("%P %l %L %D %t %F", List.of())).isEqualTo("main* 1:00:00 1:00 0 n/a 0/0/0/0");
  }

  @Test
  void shouldNameStatesAsSlurmDoes() {
    assertThat(NODES.stream().map(node -> line("%t", List.of(node))))
        .containsExactly("idle", "mix", "drng", "down");
    assertThat(NODES.stream().map(NodeStates::full))
        .containsExactly("IDLE", "MIXED", "MIXED+DRAIN", "DOWN");
  }

  private static String line(String format, List<NodeEntry> nodes) {
    return SlurmFormat.parse(format, NodeFields.all("test")).line(new NodeGroup(MAIN, nodes));
  }
}
