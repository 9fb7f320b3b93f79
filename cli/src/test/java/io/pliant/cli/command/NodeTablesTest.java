package io.pliant.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.json.Partial;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.CellStyle;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NodeTablesTest {
  @Test
  void shouldGroupNodesByPartitionAndState() {
    List<PartitionEntry> partitions =
        Partial.list(
            PartitionEntry.class,
            "[{\"partition\":\"main\",\"isDefault\":true,\"maxTimeSeconds\":3600},{\"partition\":\"x\"}]");
    List<NodeEntry> nodes =
        Partial.list(
            NodeEntry.class,
            """
            [{"node":"n1","partition":"main","state":"idle"},{"node":"n2","partition":"main","state":"down"},
             {"node":"n3","partition":"main","state":"idle"}]
            """);
    assertThat(lines(NodeTables.byState(partitions, nodes)))
        .containsExactly(
            "PARTITION AVAIL TIMELIMIT NODES STATE NODELIST",
            "main*     up      1:00:00     1 down  n2",
            "main*     up      1:00:00     2 idle  n[1,3]",
            "x         up     infinite     0 n/a   ");
  }

  @Test
  void shouldShowWhatNodesDrawWhereAnyTellsIt() {
    String node =
        """
        {"node":"%s","partition":"main","state":"idle","cpus":4,"allocatedCpus":0,"memoryMb":1024,
         "allocatedMemoryMb":0,"jobs":[],"reason":"","power":%s}
        """;
    String meter = "{\"watts\":170.4,\"method\":\"rapl\",\"estimated\":false}";
    String model = "{\"watts\":71.5,\"method\":\"model\",\"estimated\":true}";
    List<NodeEntry> some =
        Partial.list(
            NodeEntry.class,
            "[%s,%s,%s]"
                .formatted(
                    node.formatted("n1", meter),
                    node.formatted("n2", model),
                    node.formatted("n3", "null")));
    assertThat(lines(NodeTables.each(some)))
        .extracting(line -> line.replaceAll(" +", " ").strip())
        .containsExactly(
            "NODE PARTITION STATE CPUS MEMORY WATTS JOBS REASON",
            "n1 main idle 0/4 0M/1G 170",
            "n2 main idle 0/4 0M/1G ~72",
            "n3 main idle 0/4 0M/1G");
    String off =
        node.formatted("n1", "null")
            .replaceFirst("\\{", "{\"description\":{\"clockAheadMillis\":-7200000},");
    assertThat(
            lines(NodeTables.each(Partial.list(NodeEntry.class, "[%s]".formatted(off)))).getLast())
        .endsWith("clock -7200 s");
    List<NodeEntry> none =
        Partial.list(NodeEntry.class, "[%s]".formatted(node.formatted("n1", "null")));
    assertThat(lines(NodeTables.each(none)).getFirst()).doesNotContain("WATTS");
  }

  @Test
  void shouldSayToWhatJobsAreHeldWhereAnyNodeTellsIt() {
    String node =
        """
        {"node":"%s","partition":"main","state":"idle","cpus":4,"allocatedCpus":0,"memoryMb":1024,
         "allocatedMemoryMb":0,"jobs":[],"reason":"","description":{"confinement":{"by":"x","lacking":%s}}}
        """;
    String all = "{}";
    String some = "{\"cpus\":\"several agents\"}";
    String none = "{\"cpus\":\"a\",\"memory\":\"a\",\"processes\":\"a\",\"accounting\":\"a\"}";
    List<NodeEntry> nodes =
        Partial.list(
            NodeEntry.class,
            "[%s,%s,%s]"
                .formatted(
                    node.formatted("n1", all),
                    node.formatted("n2", some),
                    node.formatted("n3", none)));
    assertThat(lines(NodeTables.each(nodes)))
        .extracting(line -> line.replaceAll(" +", " ").strip())
        .containsExactly(
            "NODE PARTITION STATE CPUS MEMORY CONFINED JOBS REASON",
            "n1 main idle 0/4 0M/1G all",
            "n2 main idle 0/4 0M/1G memory,processes,accounting",
            "n3 main idle 0/4 0M/1G none");
  }

  @Test
  void shouldSayWhichBoundAPartitionCannotMeetAndWhatItDoes() {
    PartitionEntry partition =
        Partial.of(
            PartitionEntry.class,
            """
            {"partition":"main","powerLimits":{"capWatts":155,"nodes":5,"suspended":[]},"powerAlarm":
              {"shortfall":{"bound":"UPPER","watts":221.4,"why":"Because."},"capWatts":155.8,"suspend":[7]}}
            """);
    assertThat(PartitionsCommand.powerLines(partition))
        .containsExactly(
            "ALARM main: upper bound missed by 221 W: Because. Would help: a cap of 155 W on each node in use, or the suspension of job 7.",
            "in force: cap of 155 W on 5 nodes in main");
    assertThat(
            PartitionsCommand.powerLines(
                Partial.of(PartitionEntry.class, "{\"partition\":\"main\"}")))
        .isEmpty();
  }

  @Test
  void shouldSayWhenAPartitionHoldsNoSchedulingRounds() {
    PartitionEntry partition =
        Partial.of(
            PartitionEntry.class,
            """
            {"partition":"main","roundAlarm":"no scheduling round has ended for 130 s while 2 job(s) wait"}
            """);
    assertThat(PartitionsCommand.alarms(partition))
        .containsExactly("ALARM main: no scheduling round has ended for 130 s while 2 job(s) wait");
  }

  private static List<String> lines(TextTable table) {
    return table.lines(0, true, CellStyle.PLAIN);
  }
}
