package io.pliant.cli.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.Submitted;
import io.pliant.api.WaitExplanation;
import io.pliant.cli.http.Answers;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CannedAnswersTest {
  @Test
  void shouldAnswerWhatCommandsCanRead() {
    assertThat(list("jobs", QueueEntry.class)).hasSize(2);
    assertThat(list("nodes", NodeEntry.class)).hasSize(2);
    assertThat(list("partitions", PartitionEntry.class)).hasSize(1);
    assertThat(list("history", HistoryEntry.class)).hasSize(1);
    assertThat(one("GET", "jobs/1", JobDetails.class).steps()).hasSize(1);
    assertThat(one("GET", "jobs/1/why", WaitExplanation.class).reasons()).hasSize(1);
    assertThat(one("POST", "jobs", Submitted.class).job().value()).isEqualTo(1);
  }

  private static <T> T one(String method, String path, Class<T> type) {
    return Answers.one(CannedAnswers.answer(method, "/v1/" + path), type);
  }

  private static <T> List<T> list(String path, Class<T> type) {
    return Answers.list(CannedAnswers.answer("GET", "/v1/" + path), type);
  }
}
