package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.MailRequest;
import io.pliant.core.spec.MailType;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DueMailsTest {
  private static final JobId JOB = new JobId(12);
  private static final NodeName N1 = new NodeName("n1");
  private static final Allocation ONE = new Allocation(List.of(new Slice(N1, 1, 0, 1)));
  private static final Instant NOW = Instant.parse("2027-01-31T08:00:00Z");
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Set<MailType> EACH = EnumSet.allOf(MailType.class);

  private final List<Mail> mails = new ArrayList<>();
  private JobState state = JobState.unknown(JOB);
  private Instant now = NOW;

  @Test
  void shouldTellOfBeginAndEndAsSlurmDoes() {
    submitted("x", EACH);
    after(3);
    granted(1);
    started();
    after(65);
    ended(ExitStatus.SUCCESS, StepEnd.EXITED);

    assertThat(subjects())
        .containsExactly(
            "Slurm Job_id=12 Name=x Began, Queued time 00:00:03",
            "Slurm Job_id=12 Name=x Ended, Run time 00:01:05, COMPLETED, ExitCode 0");
    Mail end = mails.getLast();
    assertThat(end.address()).isEqualTo("ada@example.org");
    assertThat(end.owner()).isEqualTo("ada");
    assertThat(end.body())
        .contains(
            "Job        12 x",
            "State      COMPLETED",
            "Exit code  0:0",
            "Nodes      n1",
            "Started    2027-01-31T08:00:03Z",
            "Ended      2027-01-31T08:01:08Z");
    assertThat(end.variables())
        .containsEntry("SLURM_JOB_MAIL_TYPE", "Ended")
        .containsEntry("SLURM_JOB_STATE", "COMPLETED")
        .containsEntry("SLURM_JOB_RUN_TIME", "00:01:05")
        .containsEntry("SLURM_JOB_EXIT_CODE_MAX", "0");
  }

  @Test
  void shouldTellOfAFailureOnceAndAsAnEndWhereOnlyEndsAreAskedFor() {
    submitted("x", EACH);
    granted(1);
    started();
    ended(new ExitStatus(3, 0), StepEnd.EXITED);
    assertThat(subjects().getLast())
        .isEqualTo("Slurm Job_id=12 Name=x Failed, Run time 00:00:00, FAILED, ExitCode 3");
    assertThat(mails).hasSize(2);

    again("x", EnumSet.of(MailType.END));
    granted(1);
    started();
    ended(new ExitStatus(0, 9), StepEnd.EXITED);
    assertThat(subjects())
        .containsExactly("Slurm Job_id=12 Name=x Ended, Run time 00:00:00, FAILED");
  }

  @Test
  void shouldTellOfNothingThatIsNotAskedFor() {
    submitted("x", EnumSet.of(MailType.FAIL, MailType.ARRAY_TASKS, MailType.STAGE_OUT));
    granted(1);
    started();
    ended(ExitStatus.SUCCESS, StepEnd.EXITED);
    assertThat(mails).isEmpty();
  }

  @Test
  void shouldTellOfTheLimitOnceAndOfTheFailureThatFollows() {
    submitted("x", EACH);
    granted(1);
    started();
    after(600);
    ended(new ExitStatus(0, 15), StepEnd.TIME_LIMIT);

    assertThat(subjects().subList(1, 3))
        .containsExactly(
            "Slurm Job_id=12 Name=x Reached time limit, Run time 00:10:00",
            "Slurm Job_id=12 Name=x Failed, Run time 00:10:00, TIMEOUT");

    again("x", EACH);
    granted(1);
    started();
    tell(new JobIntent.LimitPassed(1));
    ended(new ExitStatus(0, 15), StepEnd.TERMINATED);
    assertThat(subjects())
        .filteredOn(subject -> subject.contains("Reached"))
        .as("ended by its controller")
        .hasSize(1);
  }

  @Test
  void shouldTellOfARequeueOnlyWhenTheAttemptHadBegunOrTheJobIsHeld() {
    submitted("x", EACH);
    granted(1);
    ended(null, StepEnd.LOST);
    assertThat(mails).as("nothing had begun").isEmpty();

    granted(2);
    started();
    after(7);
    ended(null, StepEnd.LOST);
    assertThat(subjects())
        .containsExactly(
            "Slurm Job_id=12 Name=x Began, Queued time 00:00:00",
            "Slurm Job_id=12 Name=x Requeued, Run time 00:00:07");

    JobEvent held =
        new JobEvent.JobRequeued(JOB, 4, "no", now, 10, null, "10 attempts came to nothing", null);
    assertThat(DueMails.after(state, List.of(held))).hasSize(1);
  }

  @Test
  void shouldTellOfTheEndOfAJobThatNeverRan() {
    submitted("x", EACH);
    tell(new JobIntent.Cancel(new Submitter("ada", 1000, 1000), false, 0, null));
    assertThat(subjects())
        .containsExactly("Slurm Job_id=12 Name=x Ended, Run time 00:00:00, CANCELLED, ExitCode 0");
  }

  @Test
  void shouldTellNothingTwiceWhenMessagesComeAgain() {
    submitted("x", EACH);
    granted(1);
    started();
    started();
    granted(1);
    ended(ExitStatus.SUCCESS, StepEnd.EXITED);
    ended(ExitStatus.SUCCESS, StepEnd.EXITED);
    assertThat(mails).hasSize(2);
  }

  @Test
  void shouldTellTheNextPartOfTheLimitThatIsStillToCome() {
    submitted("x", EACH);
    granted(1);
    started();

    assertThat(next(null)).isEqualTo(new DueMails.Part(MailType.TIME_LIMIT_50, at(300)));
    assertThat(next(MailType.TIME_LIMIT_50))
        .isEqualTo(new DueMails.Part(MailType.TIME_LIMIT_80, at(480)));
    after(500);
    assertThat(next(null)).isEqualTo(new DueMails.Part(MailType.TIME_LIMIT_90, at(540)));
    after(100);
    assertThat(next(null)).isNull();
    assertThat(DueMails.nextPart(state, null, null, NOW)).as("no limit").isNull();

    JobState still = state.evolve(new JobEvent.JobSuspended(JOB, 1, "op", at(60)));
    assertThat(DueMails.nextPart(still, LIMIT, null, at(60))).as("it stands still").isNull();
    assertThat(DueMails.ofPart(still, 1, MailType.TIME_LIMIT_50, at(300))).isNull();
    JobState later = still.evolve(new JobEvent.JobResumed(JOB, 1, "op", at(160)));
    assertThat(DueMails.nextPart(later, LIMIT, null, at(160)))
        .as("100 s later than without")
        .isEqualTo(new DueMails.Part(MailType.TIME_LIMIT_50, at(400)));

    Mail mail = Objects.requireNonNull(DueMails.ofPart(state, 1, MailType.TIME_LIMIT_50, at(300)));
    assertThat(mail.subject())
        .isEqualTo("Slurm Job_id=12 Name=x Reached 50% of time limit, Run time 00:05:00");
    assertThat(DueMails.ofPart(state, 2, MailType.TIME_LIMIT_50, NOW)).isNull();
    ended(ExitStatus.SUCCESS, StepEnd.EXITED);
    assertThat(DueMails.ofPart(state, 1, MailType.TIME_LIMIT_50, NOW)).as("over").isNull();
  }

  @Test
  void shouldBeginNoLineWithTextOfAUser() {
    submitted("a\n~! touch /tmp/x\n\"';`id`", EACH);
    granted(1);
    started();
    ended(ExitStatus.SUCCESS, StepEnd.EXITED);

    assertThat(mails).hasSize(2);
    for (Mail mail : mails) {
      assertThat(mail.subject()).doesNotContain("\n").startsWith("Slurm Job_id=12 Name=a\\u000a");
      assertThat(mail.body())
          .allSatisfy(line -> assertThat(line).matches("[A-Z][a-z ]{9} .{0,400}"));
    }
  }

  private DueMails.@Nullable Part next(@Nullable MailType told) {
    return DueMails.nextPart(state, LIMIT, told, now);
  }

  private static Instant at(int seconds) {
    return NOW.plusSeconds(seconds);
  }

  private List<String> subjects() {
    return mails.stream().map(Mail::subject).toList();
  }

  private void again(String name, Set<MailType> types) {
    state = JobState.unknown(JOB);
    mails.clear();
    submitted(name, types);
  }

  private void after(int seconds) {
    now = now.plusSeconds(seconds);
  }

  private void submitted(String name, Set<MailType> types) {
    tell(new JobIntent.Submit(spec(name, types)));
  }

  private void granted(int attempt) {
    tell(new JobIntent.Granted(attempt, ONE, 1, List.of()));
  }

  private void started() {
    tell(new JobIntent.Reported(new StepReport.Started(step(), N1, now), null));
  }

  private void ended(@Nullable ExitStatus exit, StepEnd end) {
    List<ExitStatus> exits = exit == null ? List.of() : List.of(exit);
    tell(new JobIntent.Reported(new StepReport.Ended(step(), N1, now, exits, end, ""), null));
  }

  private StepId step() {
    return StepId.batch(JOB, state.attempt());
  }

  private void tell(JobIntent intent) {
    List<JobEvent> events = JobLifecycle.decide(state, intent, now).events();
    mails.addAll(DueMails.after(state, events));
    for (JobEvent event : events) {
      state = state.evolve(event);
    }
  }

  private static JobSpec spec(String name, Set<MailType> types) {
    return new JobSpec(
        name,
        new Submitter("ada", 1000, 1000),
        new PartitionName("main"),
        ResourceRequest.single(),
        LIMIT,
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        true,
        false,
        null,
        "",
        null,
        null,
        null,
        null,
        null,
        new MailRequest(List.copyOf(types), "ada@example.org"),
        null,
        null,
        null,
        null);
  }
}
