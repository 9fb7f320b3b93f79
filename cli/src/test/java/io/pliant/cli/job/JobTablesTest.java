package io.pliant.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.QueueEntry;
import io.pliant.api.UsageEntry;
import io.pliant.api.WaitExplanation.Priority;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Partial;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.CellStyle;
import io.pliant.core.id.JobStatus;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JobTablesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T01:02:04Z");

  @Test
  void shouldShowTheQueueAsSlurmsUsersKnowIt() {
    List<QueueEntry> queue =
        Partial.list(
            QueueEntry.class,
            """
            [{"job":7,"partition":"main","name":"a","user":"ada","status":"RUNNING","startedAt":"2026-01-01T00:00:01Z",
              "nodes":2,"nodeList":"n[1-2]","reason":null},
             {"job":12,"partition":"main","name":"b","user":"bob","status":"PENDING","startedAt":null,
              "nodes":1,"nodeList":null,"reason":"Resources"}]
            """);
    assertThat(lines(QueueCommand.table(rows(queue), NOW)))
        .containsExactly(
            "JOBID PARTITION NAME USER ST    TIME NODES NODELIST(REASON)",
            "    7 main      a    ada  R  1:02:03     2 n[1-2]",
            "   12 main      b    bob  PD    0:00     1 (Resources)");
  }

  @Test
  void shouldCountTheTimeOfAJobThatIsOverUntilItsEnd() {
    HistoryEntry over =
        Partial.of(
            HistoryEntry.class,
            """
            {"job":7,"partition":"main","name":"a","user":"ada","status":"COMPLETED",
             "startedAt":"2026-01-01T00:00:01Z","endedAt":"2026-01-01T00:00:31Z","nodes":2,"nodeList":"n[1-2]"}
            """);
    assertThat(lines(QueueCommand.table(List.of(JobRow.over(over)), NOW)).getLast())
        .contains("CD", "0:30", "n[1-2]");
  }

  @Test
  void shouldSayWhatThePlaceInTheQueueIsMadeOf() {
    Priority priority =
        Partial.of(
            Priority.class,
            """
            {"position":3,"value":0.89,"nice":100,"factors":[
              {"name":"age","weight":0.8,"factor":0.125,"text":"waits for 42.0 of 336.0 hours"},
              {"name":"accuracy","weight":1.0,"factor":0.8,"text":"class a4"}]}
            """);
    assertThat(WhyCommand.priorityLines(priority))
        .containsExactly(
            "Place 3 in the queue, by priority 0.8900:",
            "  age         0.1000 = 0.8 x 0.1250  waits for 42.0 of 336.0 hours",
            "  accuracy    0.8000 = 1.0 x 0.8000  class a4",
            "  nice        -0.0100  --nice=100");
    assertThat(
            WhyCommand.priorityLines(
                Partial.of(Priority.class, "{\"position\":1,\"value\":0,\"factors\":[]}")))
        .containsExactly("Place 1 in the queue, which is in order of submission.");
    assertThat(WhyCommand.priorityLines(null)).isEmpty();
  }

  @Test
  void shouldShowAccountingWithExitCodes() {
    List<HistoryEntry> history =
        Partial.list(
            HistoryEntry.class,
            """
            [{"job":3,"name":"x","partition":"main","user":"ada","cpus":4,"status":"FAILED","exit":{"code":3,"signal":0},
              "startedAt":"2026-01-01T00:00:00Z","endedAt":"2026-01-01T00:01:30Z"},
             {"job":4,"name":"y","partition":"main","user":"ada","cpus":1,"status":"RUNNING","exit":null,
              "startedAt":"2026-01-01T01:02:00Z","endedAt":null}]
            """);
    assertThat(lines(HistoryCommand.table(history, HistoryCommand.chosen(null, false), NOW)))
        .containsExactly(
            "JobID JobName Partition User AllocCPUS State   ExitCode  Elapsed",
            "3     x       main      ada          4 FAILED       3:0 00:01:30",
            "4     y       main      ada          1 RUNNING      0:0 00:00:04");
  }

  @Test
  void shouldShowHistoryInChosenColumns() {
    assertThat(HistoryCommand.chosen("state,JobID, elapsed", true)).containsExactly(5, 0, 7);
    assertThatThrownBy(() -> HistoryCommand.chosen("JobID,Color", false))
        .hasMessageContaining("NodeSeconds")
        .hasMessageContaining("but got 'Color'");
  }

  @Test
  void shouldShowWhatJobsUsedAsSlurmDoes() {
    String used =
        """
        {"by":"cgroup","maxRssBytes":104857600,"cpuSeconds":93.5,"userSeconds":93,"systemSeconds":0.5,
         "readBytes":2048,"writtenBytes":0}
        """;
    UsageEntry usage = Partial.of(UsageEntry.class, used);
    UsageEntry processes =
        Partial.of(
            UsageEntry.class, "{\"by\":\"rusage\",\"maxRssBytes\":9437184,\"cpuSeconds\":7384}");

    assertThat(UsageText.ofStep(usage, 2))
        .isEqualTo(
            "MaxRSS 100.00M, TotalCPU 01:33.500, AveCPU 00:46.750, AveDiskRead 1.00K,"
                + " AveDiskWrite 0");
    assertThat(UsageText.ofStep(processes, 1))
        .isEqualTo("MaxRSS ~9.00M, TotalCPU 02:03:04, AveCPU 02:03:04");
    List<HistoryEntry> job =
        Partial.list(
            HistoryEntry.class,
            "[{\"job\":3,\"status\":\"OUT_OF_MEMORY\",\"usage\":%s},{\"job\":4}]".formatted(used));
    List<String> lines = lines(HistoryCommand.table(job, HistoryCommand.chosen(null, true), NOW));
    assertThat(lines.getFirst()).contains("MaxRSS", "TotalCPU", "DiskRead", "DiskWrite");
    assertThat(lines.get(1)).contains("OUT_OF_MEMORY", "100.00M", "01:33.500", "2.00K");
  }

  @Test
  void shouldTellWhatAJobIsDeclaredToDraw() {
    JobDetails job =
        Partial.of(
            JobDetails.class,
            "{\"spec\":{\"nodeWatts\":{\"low\":160,\"high\":180,\"measured\":false}}}");
    assertThat(JobText.lines(job, new Terminal(System.out, System.err, false, false, 0)))
        .contains("Declared    160 to 180 W a node");
  }

  @Test
  void shouldUnderstandStatesByNameAndCode() {
    assertThat(StateNames.parse("pd,Running,S,PR"))
        .containsExactly(JobStatus.PENDING, JobStatus.RUNNING, JobStatus.SUSPENDED);
    assertThat(StateNames.parse("stopped")).isEmpty();
    assertThat(StateNames.parse("all")).isNull();
    assertThatThrownBy(() -> StateNames.parse("XX"))
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

  private static List<JobRow> rows(List<QueueEntry> queue) {
    return queue.stream().map(job -> new JobRow(job, null)).toList();
  }
}
