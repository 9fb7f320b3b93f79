package io.pliant.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.CommandFailure;
import io.pliant.cli.json.Json;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.CellStyle;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TablesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T01:02:04Z");

  @Test
  void shouldShowTheQueueAsSlurmsUsersKnowIt() {
    Json queue =
        Json.parse(
            """
            [{"job":7,"partition":"main","name":"a","user":"ada","status":"RUNNING","startedAt":"2026-01-01T00:00:01Z",
              "nodes":2,"nodeList":"n[1-2]","reason":null},
             {"job":12,"partition":"main","name":"b","user":"bob","status":"PENDING","startedAt":null,
              "nodes":1,"nodeList":null,"reason":"Resources"}]
            """);
    assertThat(lines(QueueCommand.table(queue.list(), NOW)))
        .containsExactly(
            "JOBID PARTITION NAME USER ST    TIME NODES NODELIST(REASON)",
            "    7 main      a    ada  R  1:02:03     2 n[1-2]",
            "   12 main      b    bob  PD    0:00     1 (Resources)");
  }

  @Test
  void shouldSayWhatThePlaceInTheQueueIsMadeOf() {
    Json priority =
        Json.parse(
            """
            {"position":3,"value":0.9,"factors":[
              {"name":"age","weight":0.8,"factor":0.125,"text":"waits for 42.0 of 336.0 hours"},
              {"name":"accuracy","weight":1.0,"factor":0.8,"text":"class a4"}]}
            """);
    assertThat(WhyCommand.priorityLines(priority))
        .containsExactly(
            "Place 3 in the queue, by priority 0.9000:",
            "  age         0.1000 = 0.8 x 0.1250  waits for 42.0 of 336.0 hours",
            "  accuracy    0.8000 = 1.0 x 0.8000  class a4");
    assertThat(WhyCommand.priorityLines(Json.parse("{\"position\":1,\"value\":0,\"factors\":[]}")))
        .containsExactly("Place 1 in the queue, which is in order of submission.");
    assertThat(WhyCommand.priorityLines(Json.parse("null"))).isEmpty();
  }

  @Test
  void shouldGroupNodesByPartitionAndState() {
    List<Json> partitions =
        Json.parse(
                "[{\"partition\":\"main\",\"isDefault\":true,\"maxTimeSeconds\":3600},{\"partition\":\"x\"}]")
            .list();
    List<Json> nodes =
        Json.parse(
                """
                [{"node":"n1","partition":"main","state":"idle"},{"node":"n2","partition":"main","state":"down"},
                 {"node":"n3","partition":"main","state":"idle"}]
                """)
            .list();
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
    List<Json> some =
        Json.parse(
                "[%s,%s,%s]"
                    .formatted(
                        node.formatted("n1", meter),
                        node.formatted("n2", model),
                        node.formatted("n3", "null")))
            .list();
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
    assertThat(lines(NodeTables.each(Json.parse("[%s]".formatted(off)).list())).getLast())
        .endsWith("clock -7200 s");
    List<Json> none = Json.parse("[%s]".formatted(node.formatted("n1", "null"))).list();
    assertThat(lines(NodeTables.each(none)).getFirst()).doesNotContain("WATTS");
  }

  @Test
  void shouldShowAccountingWithExitCodes() {
    Json history =
        Json.parse(
            """
            [{"job":3,"name":"x","partition":"main","user":"ada","cpus":4,"status":"FAILED","exit":{"code":3,"signal":0},
              "startedAt":"2026-01-01T00:00:00Z","endedAt":"2026-01-01T00:01:30Z"},
             {"job":4,"name":"y","partition":"main","user":"ada","cpus":1,"status":"RUNNING","exit":null,
              "startedAt":"2026-01-01T01:02:00Z","endedAt":null}]
            """);
    assertThat(lines(HistoryCommand.table(history.list(), false, NOW)))
        .containsExactly(
            "JobID JobName Partition User AllocCPUS State   ExitCode  Elapsed",
            "3     x       main      ada          4 FAILED       3:0 00:01:30",
            "4     y       main      ada          1 RUNNING      0:0 00:00:04");
  }

  @Test
  void shouldShowWhatJobsUsedAsSlurmDoes() {
    Json usage =
        Json.parse(
            """
            {"by":"cgroup","maxRssBytes":104857600,"cpuSeconds":93.5,"userSeconds":93,"systemSeconds":0.5,
             "readBytes":2048,"writtenBytes":0}
            """);
    Json processes = Json.parse("{\"by\":\"rusage\",\"maxRssBytes\":9437184,\"cpuSeconds\":7384}");

    assertThat(UsageText.ofStep(usage, 2))
        .isEqualTo(
            "MaxRSS 100.00M, TotalCPU 01:33.500, AveCPU 00:46.750, AveDiskRead 1.00K,"
                + " AveDiskWrite 0");
    assertThat(UsageText.ofStep(processes, 1))
        .isEqualTo("MaxRSS ~9.00M, TotalCPU 02:03:04, AveCPU 02:03:04");
    Json job =
        Json.parse(
            "[{\"job\":3,\"status\":\"OUT_OF_MEMORY\",\"usage\":%s},{\"job\":4}]"
                .formatted(usage.text()));
    List<String> lines = lines(HistoryCommand.table(job.list(), true, NOW));
    assertThat(lines.getFirst()).contains("MaxRSS", "TotalCPU", "DiskRead", "DiskWrite");
    assertThat(lines.get(1)).contains("OUT_OF_MEMORY", "100.00M", "01:33.500", "2.00K");
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
    List<Json> nodes =
        Json.parse(
                "[%s,%s,%s]"
                    .formatted(
                        node.formatted("n1", all),
                        node.formatted("n2", some),
                        node.formatted("n3", none)))
            .list();
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
    Json partition =
        Json.parse(
            """
            {"partition":"main","powerLimits":{"capWatts":155,"nodes":5,"suspended":[]},"powerAlarm":
              {"shortfall":{"bound":"UPPER","watts":221.4,"why":"Because."},"capWatts":155.8,"suspend":[7]}}
            """);
    assertThat(PartitionsCommand.powerLines(partition))
        .containsExactly(
            "ALARM main: upper bound missed by 221 W: Because. Would help: a cap of 155 W on each node in use, or the suspension of job 7.",
            "in force: cap of 155 W on 5 nodes in main");
    assertThat(PartitionsCommand.powerLines(Json.parse("{\"partition\":\"main\"}"))).isEmpty();
  }

  @Test
  void shouldSayWhenAPartitionHoldsNoSchedulingRounds() {
    Json partition =
        Json.parse(
            """
            {"partition":"main","roundAlarm":"no scheduling round has ended for 130 s while 2 job(s) wait"}
            """);
    assertThat(PartitionsCommand.alarms(partition))
        .containsExactly("ALARM main: no scheduling round has ended for 130 s while 2 job(s) wait");
  }

  @Test
  void shouldTellWhatAJobIsDeclaredToDraw() {
    Json job =
        Json.parse("{\"spec\":{\"nodeWatts\":{\"low\":160,\"high\":180,\"measured\":false}}}");
    assertThat(JobText.lines(job, new Terminal(System.out, System.err, false, false, 0)))
        .contains("Declared    160 to 180 W a node");
  }

  @Test
  void shouldUnderstandStatesByNameAndCode() {
    assertThat(StateNames.parseList("pd,Running")).isEqualTo("PENDING,RUNNING");
    assertThat(StateNames.parseList("all")).isNull();
    assertThat(StateNames.code("TIMEOUT")).isEqualTo("TO");
    assertThat(StateNames.code("OF_THE_FUTURE")).isEqualTo("OF_THE_FUTURE");
    assertThatThrownBy(() -> StateNames.parseList("XX"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("'XX'");
  }

  @Test
  void shouldUnderstandTimesAsSlurmWritesThem() {
    ZoneId zone = ZoneId.systemDefault();
    assertThat(Times.parse("now-2hours", NOW)).isEqualTo(NOW.minusSeconds(7200));
    assertThat(Times.parse("now-30", NOW)).isEqualTo(NOW.minusSeconds(30));
    assertThat(Times.parse("2026-01-01", NOW).atZone(zone).toLocalDateTime())
        .hasToString("2026-01-01T00:00");
    assertThat(Times.parse("2026-01-01T08:30", NOW).atZone(zone).toLocalTime())
        .hasToString("08:30");
    assertThat(Times.parse("8:30", NOW).atZone(zone).toLocalTime()).hasToString("08:30");
    assertThatThrownBy(() -> Times.parse("yesterdayish", NOW)).hasMessageContaining("yesterdayish");
  }

  private static List<String> lines(TextTable table) {
    return table.lines(0, true, CellStyle.PLAIN);
  }
}
