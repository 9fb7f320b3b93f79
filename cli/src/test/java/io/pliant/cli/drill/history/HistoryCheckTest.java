package io.pliant.cli.drill.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.drill.history.History.Acknowledged;
import io.pliant.cli.drill.history.History.Cancelled;
import io.pliant.cli.drill.history.History.Mark;
import io.pliant.cli.drill.history.History.Read;
import io.pliant.cli.drill.history.History.Rewind;
import io.pliant.cli.drill.history.History.Source;
import io.pliant.cli.drill.history.History.Span;
import io.pliant.cli.drill.history.Violation.Kind;
import io.pliant.core.id.JobStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sound history, and one with each violation planted. */
final class HistoryCheckTest {
  private final Recorder recorder = new Recorder();
  private final List<Mark> marks = new ArrayList<>();

  @BeforeEach
  void recordASoundHistory() {
    acknowledged("a", "k1", 1, 10);
    acknowledged("b", "k1", 1, 11);
    started(1, 0, 12, "k1");
    read("r1", 1, 10.5, 11, 1, JobStatus.PENDING);
    read("r2", 1, 12.5, 13, 1, JobStatus.RUNNING);
    read("r1", 1, 14, 15, 1, JobStatus.COMPLETED);
    read("r2", 1, 14, 14.5, 1, JobStatus.RUNNING); // overlaps: either order will do
    acknowledged("a", "k2", 2, 20);
    recorder.add(new Cancelled("c", 2, 21, true));
    started(3, 0, 22, "never answered");
  }

  @Test
  void shouldFindNothingInASoundHistory() {
    assertThat(found()).isEmpty();
  }

  @Test
  void shouldFindAnAcknowledgedJobThatNeverStarted() {
    acknowledged("a", "k4", 4, 30);
    assertThat(kinds()).containsExactly(Kind.LOST);
  }

  @Test
  void shouldFindAnAttemptThatStartedTwice() {
    started(1, 0, 40, "k1");
    assertThat(kinds()).containsExactly(Kind.TWICE);
    assertThat(found().getFirst().line())
        .contains("job 1", "1970-01-01T00:00:12Z", "1970-01-01T00:00:40Z");
  }

  @Test
  void shouldFindARestartUnlessANodeWasLost() {
    started(1, 1, 40, "k1");
    assertThat(kinds()).containsExactly(Kind.RESTARTED);

    recorder.add(new Span(35, 45));
    assertThat(kinds()).isEmpty();
  }

  @Test
  void shouldFindAJobThatRanUnderANumberNobodyWasTold() {
    started(9, 0, 13, "k1");
    assertThat(kinds()).containsExactly(Kind.UNACKNOWLEDGED);
  }

  @Test
  void shouldFindTwoJobsOfASubmissionWithoutAnswer() {
    started(9, 0, 23, "never answered");
    assertThat(kinds()).containsExactly(Kind.DOUBLED_KEY);
  }

  @Test
  void shouldFindAKeyWithTwoNumbers() {
    acknowledged("b", "k1", 5, 30);
    started(5, 0, 31, "k1");
    assertThat(kinds()).containsExactly(Kind.DOUBLED_KEY);
    assertThat(found().getFirst().client()).isEqualTo("b");
  }

  @Test
  void shouldFindANumberThatIsGivenOutAgainAlsoAfterARestore() {
    recorder.add(new Rewind(5, 25));
    acknowledged("b", "k5", 1, 30);
    assertThat(kinds()).contains(Kind.REUSED_NUMBER);
  }

  @Test
  void shouldFindAReadThatGoesBackInTimeAtAnotherController() {
    read("r3", 1, 15.5, 16, 1, JobStatus.RUNNING);
    assertThat(kinds()).containsExactly(Kind.BACKWARDS);
    assertThat(found().getFirst().line())
        .contains("job 1", "by r3", "COMPLETED", "RUNNING", "from 1970-01-01T00:00:15.500Z");
  }

  @Test
  void shouldFindAReadThatGoesBackToAnEarlierAttempt() {
    read("r1", 6, 30, 31, 2, JobStatus.PENDING);
    read("r2", 6, 32, 33, 1, JobStatus.RUNNING);
    assertThat(kinds()).containsExactly(Kind.BACKWARDS);
  }

  @Test
  void shouldFindAQueueThatGoesBackUnlessTheJobWasRequeued() {
    recorder.add(queue("r1", 30, JobStatus.RUNNING));
    recorder.add(queue("r2", 32, JobStatus.PENDING));
    assertThat(kinds()).containsExactly(Kind.BACKWARDS);

    read("r1", 6, 33, 34, 2, JobStatus.PENDING);
    assertThat(kinds()).isEmpty();
  }

  @Test
  void shouldFindAnEndThatChangesWhereverItIsRead() {
    recorder.add(new Read("r3", Source.HISTORY, 1, 16, 17, 0, JobStatus.FAILED, "1:0"));
    assertThat(kinds()).containsExactly(Kind.END_CHANGED);
  }

  @Test
  void shouldFindACancelledJobThatStartsAfterwards() {
    started(2, 0, 21.5, "k2");
    assertThat(kinds()).containsExactly(Kind.CANCEL_IGNORED);
  }

  @Test
  void shouldFindACancelledJobThatRunsToItsEndAfterwards() {
    acknowledged("a", "k7", 7, 30);
    started(7, 0, 31, "k7");
    recorder.add(new Cancelled("c", 7, 32, false));
    assertThat(kinds()).isEmpty();

    marks.add(new Mark(7, 0, 121, "k7", true));
    assertThat(kinds()).containsExactly(Kind.CANCEL_IGNORED);
  }

  @Test
  void shouldFindACancelledJobThatIsReadAsCompleted() {
    acknowledged("a", "k7", 7, 30);
    started(7, 0, 31, "k7");
    recorder.add(new Cancelled("c", 7, 32, false));
    read("r1", 7, 33, 34, 1, JobStatus.COMPLETED);
    assertThat(kinds()).containsExactly(Kind.CANCEL_IGNORED);
  }

  @Test
  void shouldExcuseWhatARestoreForgets() {
    // given a backup at 100, and the old journal ended at 110
    recorder.add(new Rewind(100, 110));
    acknowledged("a", "k8", 8, 105);
    acknowledged("a", "k9", 9, 104);
    started(9, 0, 106, "k9");
    read("r1", 10, 99, 101, 1, JobStatus.COMPLETED);
    started(10, 0, 95, "k10");
    acknowledged("a", "k10", 10, 94);

    // when
    acknowledged("a", "k9", 100_001, 120);
    started(100_001, 0, 121, "k9");
    read("r1", 10, 119, 120, 1, JobStatus.PENDING);
    read("r1", 10, 121, 122, 1, JobStatus.FAILED);
    started(10, 0, 121, "k10");

    // then
    assertThat(kinds()).isEmpty();
    read("r2", 10, 123, 124, 1, JobStatus.RUNNING);
    assertThat(kinds()).containsExactly(Kind.BACKWARDS);
  }

  @Test
  void shouldKeepFirstAndLastOfEqualReads() {
    for (int i = 0; i < 1000; i++) {
      read("r9", 1, 50 + i, 50.5 + i, 1, JobStatus.COMPLETED);
    }
    List<Read> kept =
        recorder.history(marks).reads().stream().filter(r -> r.client().equals("r9")).toList();
    assertThat(kept).extracting(Read::asked).containsExactly(50.0, 1049.0);
  }

  private void acknowledged(String client, String key, long job, double at) {
    recorder.add(new Acknowledged(client, key, job, at - 0.1, at));
  }

  private void started(long job, int restart, double at, String key) {
    marks.add(new Mark(job, restart, at, key, false));
  }

  private void read(
      String client, long job, double asked, double at, int attempt, JobStatus status) {
    recorder.add(
        new Read(
            client, Source.JOB, job, asked, at, attempt, status, status.terminal() ? "0:0" : ""));
  }

  private static Read queue(String client, double asked, JobStatus status) {
    return new Read(client, Source.QUEUE, 6, asked, asked + 1, 0, status, "");
  }

  private List<Violation> found() {
    return HistoryCheck.of(recorder.history(marks));
  }

  private List<Kind> kinds() {
    return found().stream().map(Violation::kind).toList();
  }
}
