package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.wire.WireJson;
import io.pliant.api.QueueEntry;
import io.pliant.core.format.QueueTableCases;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The queue for scripts; the command line's table is held to the same lines. */
final class QueueTextTest {
  static List<QueueTableCases.Case> cases() {
    return QueueTableCases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldPrintTheLineThatEverybodyPrints(QueueTableCases.Case job) throws Exception {
    assertThat(JobRoutes.text(List.of(entry(job)), false, QueueTableCases.NOW))
        .isEqualTo(job.line() + "\n");
  }

  @Test
  void shouldBeginWithTheTitlesUnlessToldOtherwise() {
    assertThat(JobRoutes.text(List.of(), true, QueueTableCases.NOW))
        .isEqualTo("JOBID PARTITION NAME USER ST TIME NODES NODELIST(REASON)\n");
    assertThat(JobRoutes.text(List.of(), false, QueueTableCases.NOW)).isEmpty();
  }

  private static QueueEntry entry(QueueTableCases.Case job) throws Exception {
    return WireJson.json().readValue(job.json(), QueueEntry.class);
  }
}
