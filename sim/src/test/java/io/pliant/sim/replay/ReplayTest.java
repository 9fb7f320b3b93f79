package io.pliant.sim.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.sim.trace.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplayTest {
  private static final String ROUND =
      """
      {"policy":"easy","trigger":"JOB_SUBMITTED","view":{"partition":"main","version":3,\
      "now":"2026-01-02T03:04:05Z","nodes":[{"name":"n1","capacity":{"cpus":4,"memoryMb":1000},\
      "freeCpus":4,"freeMemoryMb":1000,"jobs":0,"available":true}],"running":[],\
      "waiting":[{"job":7,"attempt":1,"resources":{"minNodes":1,"maxNodes":1,"tasks":1,\
      "cpusPerTask":2,"memoryMbPerNode":0,"exclusive":false,"maxTasksPerNode":null},\
      "timeLimit":"PT1H","held":false,"begin":null,"submittedAt":"2026-01-02T03:04:05Z"}]},\
      "decisions":["Start[job=7, allocation=Allocation[slices=[Slice[node=n1, cpus=2, memoryMb=0, tasks=1]]]]"],\
      "waits":{}}\
      """;

  @TempDir private Path folder = Path.of("unset");

  @Test
  void shouldFindThePlanAgain() throws IOException {
    // when
    Replay replay = Replay.of(write(ROUND, ROUND));

    // then
    assertThat(replay).isEqualTo(new Replay(2, 2, false, List.of()));
  }

  @Test
  void shouldFindAPlanWithPowerAgain() throws IOException {
    // given: the node draws 71 W idle and at most 180 under the job, the upper bound is 100
    String bounded =
        ROUND
            .replace("\"easy\"", "\"power-aware\"")
            .replace(
                "]},\"decisions\"",
                "],\"power\":{\"corridor\":{\"lower\":0,\"upper\":100},\"announced\":[],\"idleWatts\":71,\"assumed\":{\"low\":170,\"high\":180,\"measured\":false},\"jobs\":[{\"job\":9,\"watts\":{\"low\":1,\"high\":2,\"measured\":true}}]}},\"decisions\"")
            .replaceFirst("\"decisions\":\\[.*\"\\],", "\"decisions\":[],")
            .replace(
                "\"waits\":{}",
                "\"waits\":{\"7\":[\"Power[needs=109.0, free=29.0, lower=0.0, upper=100.0, rule=it would break the upper bound]\"]}");

    // when
    Replay replay = Replay.of(write(bounded));

    // then
    assertThat(replay).isEqualTo(new Replay(1, 0, false, List.of()));
  }

  @Test
  void shouldReportAPlanThatDiffers() throws IOException {
    // given: the log says one cpu, the policy gives two
    Replay replay = Replay.of(write(ROUND, ROUND.replace("cpus=2", "cpus=1")));

    // then
    assertThat(replay.differences()).hasSize(1);
    assertThat(replay.differences().getFirst())
        .startsWith("line 2: decided then")
        .contains("cpus=1", "cpus=2");
  }

  @Test
  void shouldReportReasonsThatDiffer() throws IOException {
    // given: a log that explains a job which the policy starts
    Replay replay = Replay.of(write(ROUND.replace("\"waits\":{}", "\"waits\":{\"8\":[\"x\"]}")));

    // then
    assertThat(replay.differences()).singleElement().asString().contains("reasons then {8=[x]}");
  }

  @Test
  void shouldLeaveOutAnIncompleteLastLineOnly() throws IOException {
    // given
    String cut = ROUND.substring(0, 200);

    // then
    assertThat(Replay.of(write(ROUND, cut))).isEqualTo(new Replay(1, 1, true, List.of()));
    assertThatThrownBy(() -> Replay.of(write(cut, ROUND)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("line 1");
    assertThatThrownBy(() -> Replay.of(write(cut))).isInstanceOf(TraceException.class);
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> Replay.of(none)).isInstanceOf(TraceException.class);
  }

  private Path write(String... lines) throws IOException {
    return Files.write(Files.createTempFile(folder, "log", ".jsonl"), List.of(lines));
  }
}
