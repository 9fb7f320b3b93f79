package io.pliant.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.api.QueueEntry;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Partial;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QueueOrderTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private static final List<JobRow> ROWS =
      List.of(
          row(
              """
              {"job":9,"partition":"p","name":"b","status":"PENDING","nodes":1,"priority":0.5,"timeLimitSeconds":60}
              """),
          row(
              """
              {"job":20,"partition":"a","name":"c","status":"RUNNING","nodes":2,"nodeList":"n10","startedAt":"2026-01-31T11:00:00Z","timeLimitSeconds":0}
              """),
          row(
              """
              {"job":30,"partition":"p","name":"a","status":"RUNNING","nodes":3,"nodeList":"n[2-4]","startedAt":"2026-01-31T10:00:00Z","timeLimitSeconds":36000,"array":{"job":8,"index":4}}
              """));

  @ParameterizedTest
  @CsvSource({
    "i,8_4 9 20",
    "-i,20 9 8_4",
    "'P,-i',20 9 8_4",
    "j,8_4 9 20",
    "'t,S',9 8_4 20",
    "-T,20 8_4 9",
    "-D,8_4 20 9",
    "N,9 8_4 20",
    "-M,8_4 20 9",
    "l,9 8_4 20",
    "-L,20 8_4 9",
    "-p,9 20 8_4",
    "e,9 8_4 20",
    "zz,9 20 8_4"
  })
  void shouldSortByEachLetter(String letters, String sorted) {
    assertThat(
            ROWS.stream()
                .sorted(QueueOrder.parse(letters, NOW).lines())
                .map(row -> row.queue().shownId())
                .collect(Collectors.joining(" ")))
        .isEqualTo(sorted);
  }

  @Test
  void shouldAskAccountingForWhatItAloneKnows() {
    assertThat(QueueOrder.parse("P,U", NOW).accounting()).isTrue();
    assertThat(QueueOrder.parse("P,u", NOW).accounting()).isFalse();
  }

  @Test
  void shouldRefuseAnUnknownLetter() {
    assertThatThrownBy(() -> QueueOrder.parse("K", NOW))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("got 'K'");
  }

  private static JobRow row(String json) {
    return new JobRow(Partial.of(QueueEntry.class, json), null);
  }
}
