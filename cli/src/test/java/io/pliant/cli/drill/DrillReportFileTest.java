package io.pliant.cli.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.api.DrillReportEntry;
import io.pliant.cli.command.Version;
import io.pliant.cli.drill.history.Violation;
import io.pliant.cli.http.Answers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DrillReportFileTest {
  private static final Instant BEGAN = Instant.parse("2026-11-27T10:00:00Z");
  private static final Instant ENDED = Instant.parse("2026-11-27T10:05:00.123456Z");

  @TempDir Path folder;

  private DrillReportEntry written(DrillReport report) throws IOException {
    Path file =
        new DrillReportFile(folder.resolve("drills"))
            .prepared()
            .write(
                report,
                new DrillReportFile.How(BEGAN, Long.MIN_VALUE, 9, Path.of("/srv/pliant-0.2")),
                ENDED);
    assertThat(file.getFileName()).hasToString("drill-2026-11-27T10-05-00Z.json");
    return Answers.exact(Files.readString(file), DrillReportEntry.class);
  }

  @Test
  void shouldWriteWhatControllersShow() throws IOException {
    DrillFaults.Done done =
        new DrillFaults.Done(Fault.KILL_ONE, "c2", BEGAN.toEpochMilli() / 1e3 + 7, Set.of("main"));
    DrillReportEntry entry =
        written(
            new DrillReport(
                9, 0, 42, List.of(), List.of(new DrillReport.Outage(done, 1.23456, 2, -1))));
    assertThat(entry.right()).isTrue();
    assertThat(entry.seed()).isEqualTo(Long.toString(Long.MIN_VALUE));
    assertThat(entry.version()).isEqualTo(Version.TEXT);
    assertThat(entry.beside()).isEqualTo("/srv/pliant-0.2");
    assertThat(entry.reads()).isEqualTo(42);
    DrillReportEntry.Fault fault = entry.faults().getFirst();
    assertThat(fault)
        .isEqualTo(
            new DrillReportEntry.Fault(
                BEGAN.plusSeconds(7), Fault.KILL_ONE.words(), "c2", 1.235, 2.0, null));
  }

  @Test
  void shouldSayBeforeTheDrillThatAFolderCannotBeMade() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> new DrillReportFile(file.resolve("drills")).prepared())
        .hasMessageContaining("for --report, but ");
  }

  @Test
  void shouldSayWhatBrokeARule() throws IOException {
    Violation lost = new Violation(Violation.Kind.LOST, 7, "x".repeat(5_000), "a", "b");
    DrillReportEntry entry = written(new DrillReport(9, 0, 1, List.of(lost), List.of()));
    assertThat(entry.right()).isFalse();
    assertThat(entry.lost()).isEqualTo(1);
    assertThat(entry.twice()).isZero();
    assertThat(entry.violations()).hasSize(1);
    assertThat(entry.violations().getFirst()).startsWith("job 7: ").hasSize(1_000);
  }
}
