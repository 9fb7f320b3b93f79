package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.PartitionEntry;
import io.pliant.cli.json.Partial;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In the layout of sdiag of Slurm 22.05. */
final class SchedulingTextTest {
  private static final Instant NOW = Instant.parse("2026-11-25T09:06:20Z");
  private static final PartitionEntry MAIN =
      partition(
          """
          {"partition":"main","running":2,"waiting":5,"counts":{"since":"2026-11-25T09:00:00Z",
           "submitted":10,"started":6,"completed":3,"cancelled":1,"failed":0,"rounds":24,
           "lastMicros":700,"maxMicros":900,"sumMicros":12000,"lastAt":"2026-11-25T09:06:19Z","looked":120}}
          """);
  private static final PartitionEntry MOVED =
      partition(
          """
          {"partition":"gpu","running":1,"waiting":1,"counts":{"since":"2026-11-25T09:05:00Z",
           "submitted":1,"started":1,"completed":0,"cancelled":0,"failed":2,"rounds":6,
           "lastMicros":50,"maxMicros":3000,"sumMicros":3000,"lastAt":"2026-11-25T09:06:10Z","looked":30}}
          """);

  @Test
  void shouldTellSumsOfAllPartitions() {
    assertThat(SchedulingText.of(List.of(MAIN, MOVED), NOW, ZoneOffset.UTC))
        .containsExactly(
            "*******************************************************",
            "sdiag output at Wed Nov 25 09:06:20 2026 (1795597580)",
            "Data since      Wed Nov 25 09:00:00 2026 (1795597200)",
            "  partition gpu since Wed Nov 25 09:05:00 2026 (1795597500)",
            "*******************************************************",
            "",
            "Jobs submitted: 11",
            "Jobs started:   7",
            "Jobs completed: 3",
            "Jobs canceled:  1",
            "Jobs failed:    2",
            "",
            "Job states ts:  Wed Nov 25 09:06:20 2026 (1795597580)",
            "Jobs pending:   6",
            "Jobs running:   3",
            "",
            "Main schedule statistics (microseconds):",
            "\tLast cycle:   700",
            "\tMax cycle:    3000",
            "\tTotal cycles: 30",
            "\tMean cycle:   500",
            "\tMean depth cycle:  5",
            "\tCycles per minute: 5",
            "\tLast queue length: 6");
  }

  @Test
  void shouldLeaveOutWhatAnOlderControllerDoesNotTell() {
    PartitionEntry older = partition("{\"partition\":\"main\",\"running\":2,\"waiting\":5}");

    assertThat(SchedulingText.of(List.of(older), NOW, ZoneOffset.UTC))
        .contains("Jobs pending:   5", "Jobs running:   2")
        .noneMatch(line -> line.contains("cycle") || line.contains("submitted"));
  }

  private static PartitionEntry partition(String json) {
    return Partial.of(PartitionEntry.class, json);
  }
}
