package io.pliant.cli.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.api.StartEntry;
import io.pliant.api.SubmissionCheck;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.ResourceRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StartTestTest {
  private static final Instant AT = Instant.parse("2027-01-31T08:00:00Z");

  @Test
  void shouldSayItInTheWordsOfSlurm() {
    assertThat(line(new StartEntry(AT, 3, "n[0-1]", null, null)))
        .isEqualTo(
            "Job 0 to start at 2027-01-31T08:00:00 using 3 processors on nodes n[0-1] in partition p");
  }

  @Test
  void shouldSayWhyNobodyKnows() {
    assertThat(line(StartEntry.unknown("it waits for other jobs")))
        .isEqualTo("Job 0 would be queued; nobody can say when it starts: it waits for other jobs");
    assertThat(line(null)).contains("the controller is older");
  }

  @Test
  void shouldFailWithWhatIsWrong() {
    assertThatThrownBy(() -> StartTest.line(SubmissionCheck.refused("No."), ZoneOffset.UTC))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("No.");
  }

  private static String line(@Nullable StartEntry start) {
    return StartTest.line(
        new SubmissionCheck(
            true,
            null,
            List.of(),
            "job",
            new PartitionName("p"),
            ResourceRequest.wholeNodes(2),
            null,
            start),
        ZoneOffset.UTC);
  }
}
