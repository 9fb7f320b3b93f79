package io.pliant.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.QueueEntry;
import io.pliant.cli.json.Json;
import io.pliant.cli.json.Partial;
import io.pliant.core.format.QueueTableCases;
import io.pliant.core.format.SlurmFormat;
import io.pliant.core.format.TextTable.CellStyle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The queue on a terminal; the controller's table for scripts is held to the same lines. */
final class QueueLinesTest {
  static List<QueueTableCases.Case> cases() {
    return QueueTableCases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldPrintTheLineThatEverybodyPrints(QueueTableCases.Case job) {
    assertThat(
            QueueCommand.table(
                    List.of(new JobRow(Json.parse(job.json()).as(QueueEntry.class), null)),
                    QueueTableCases.NOW)
                .lines(0, false, CellStyle.PLAIN))
        .containsExactly(job.line());
  }

  @Test
  void shouldCallAResizingJobAsSlurmDoesInFormats() {
    SlurmFormat<JobRow> format =
        SlurmFormat.parse("%t %T", QueueFields.at(QueueTableCases.NOW, false));
    assertThat(format.line(job("{\"status\":\"RUNNING\",\"resizing\":true}")))
        .isEqualTo("RS RESIZING");
    assertThat(format.line(job("{\"status\":\"RUNNING\",\"resizing\":false}")))
        .isEqualTo("R RUNNING");
  }

  /** The lines that are printed are parts of jobs, also of one that is whole. */
  @Test
  void shouldTellWhenEachPartOfAJobIsExpectedToStart() {
    SlurmFormat<JobRow> format =
        SlurmFormat.parse("%i %S", QueueFields.at(QueueTableCases.NOW, false));
    JobRow array =
        job("{\"job\":7,\"status\":\"PENDING\",\"array\":{\"job\":7,\"waiting\":\"1-2\",\"count\":2}}")
            .expectedAt(QueueTableCases.NOW);
    List<JobRow> lines = array.members().flatMap(JobRow::elements).toList();
    assertThat(lines)
        .extracting(JobRow::start)
        .containsExactly(QueueTableCases.NOW, QueueTableCases.NOW);
    assertThat(lines).allSatisfy(line -> assertThat(format.line(line)).doesNotContain("N/A"));
  }

  private static JobRow job(String json) {
    return new JobRow(Partial.of(QueueEntry.class, json), null);
  }
}
