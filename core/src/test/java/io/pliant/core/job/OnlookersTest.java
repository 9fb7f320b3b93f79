package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.option.JobScriptParser;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.Onlooker;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may look at a running step, and which nodes hear of it. */
class OnlookersTest {
  private static final JobId JOB = new JobId(12);
  private static final NodeName N1 = new NodeName("n1");
  private static final NodeName N2 = new NodeName("n2");
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final Submitter BEN = new Submitter("ben", 1001, 1001);
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final Onlooker OUTPUT = new Onlooker("10.0.0.7", 4711, "0123abcd", false);
  private static final Onlooker USAGE = new Onlooker("10.0.0.7", 4711, "0123abcd", true);
  private static final StepId STEP = new StepId(JOB, 1, 0);

  private JobState state = JobState.unknown(JOB);

  @BeforeEach
  void run() {
    submit();
    tell(
        new JobIntent.Granted(
            1,
            new Allocation(List.of(new Slice(N1, 1, 0, 1), new Slice(N2, 1, 0, 1))),
            1,
            List.of()));
    started(new StepId(JOB, 1, StepId.BATCH), N1);
  }

  @Test
  void shouldTellTheNodesWhereTheStepRunsAndWriteNothing() {
    step(new StepIo("10.0.0.7", 4000, "word", false));
    started(STEP, N1);
    started(STEP, N2);
    JobOutcome outcome = tell(look(ADA, 0, OUTPUT));
    assertThat(outcome.events()).isEmpty();
    assertThat(outcome.reply()).isInstanceOf(JobReply.Done.class);
    assertThat(outcome.once())
        .containsExactly(new JobOrder.Show(STEP, N1, OUTPUT), new JobOrder.Show(STEP, N2, OUTPUT));
    assertThat(JobOrders.owed(state)).noneMatch(JobOrder.Show.class::isInstance);

    ended(STEP, N2);
    assertThat(tell(look(ADA, 0, OUTPUT)).once())
        .containsExactly(new JobOrder.Show(STEP, N1, OUTPUT));
  }

  @Test
  void shouldBeForItsOwnerAndForOperators() {
    assertThat(refused(look(BEN, StepId.BATCH, USAGE)).kind()).isEqualTo(Refusal.Kind.FORBIDDEN);
    assertThat(tell(new JobIntent.Onlook(BEN, true, StepId.BATCH, USAGE)).once()).hasSize(1);
  }

  @Test
  void shouldShowWhatAStepUsesAlsoWhereItsOutputGoesToFiles() {
    step(null);
    started(STEP, N1);
    assertThat(tell(look(ADA, 0, USAGE)).once()).hasSize(1);
    assertThat(refused(look(ADA, 0, OUTPUT)).reason()).contains("goes to files", "--output");
    assertThat(refused(look(ADA, StepId.BATCH, OUTPUT)).reason()).contains("pliant logs -f 12");
  }

  @Test
  void shouldRefuseWhatDoesNotRun() {
    assertThat(refused(look(ADA, 7, USAGE)).kind()).isEqualTo(Refusal.Kind.NOT_FOUND);
    step(null);
    assertThat(refused(look(ADA, 0, USAGE)).reason()).contains("have not started");
    started(STEP, N1);
    started(STEP, N2);
    ended(STEP, N1);
    ended(STEP, N2);
    assertThat(refused(look(ADA, 0, USAGE)).reason()).contains("it is over");
  }

  @ParameterizedTest
  @CsvSource({
    "login.example.org,4711,0123abcd",
    "'10.0.0.7 1 x',4711,0123abcd",
    "10.0.0.7,0,0123abcd",
    "10.0.0.7,65536,0123abcd",
    "10.0.0.7,4711,short",
    "10.0.0.7,4711,'with a\nline'"
  })
  void shouldTakeNoAddressThatIsNone(String host, int port, String secret) {
    assertThatThrownBy(() -> new Onlooker(host, port, secret, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Expected a ");
  }

  @Test
  void shouldBeOneLineForTheSupervisor() {
    assertThat(OUTPUT.line()).isEqualTo("10.0.0.7 4711 0123abcd output\n");
    assertThat(new Onlooker("fe80::1", 1, "0123abcd", true).line())
        .isEqualTo("fe80::1 1 0123abcd usage\n");
  }

  private static JobIntent look(Submitter by, int step, Onlooker onlooker) {
    return new JobIntent.Onlook(by, false, step, onlooker);
  }

  private void step(@Nullable StepIo io) {
    StreamFiles files = StreamFiles.batchDefault();
    tell(
        new JobIntent.CreateStep(
            ADA,
            false,
            new StepRequest("x", 2, 2, 1, List.of("x"), Map.of(), "/", files, io),
            StepLimits.USUAL));
  }

  private void started(StepId step, NodeName node) {
    tell(new JobIntent.Reported(new StepReport.Started(step, node, NOW), null));
  }

  private void ended(StepId step, NodeName node) {
    tell(
        new JobIntent.Reported(
            new StepReport.Ended(
                step, node, NOW, List.of(ExitStatus.SUCCESS), StepEnd.EXITED, "", NOW),
            null));
  }

  private Refusal refused(JobIntent intent) {
    JobOutcome outcome = tell(intent);
    assertThat(outcome.events()).isEmpty();
    assertThat(outcome.once()).isEmpty();
    return ((JobReply.Refused) outcome.reply()).refusal();
  }

  private void submit() {
    ParsedJob parsed =
        JobScriptParser.parse(
            new Submission(
                "#!/bin/sh\n#SBATCH -N2 -t 60\nexit 0\n",
                "a.sh",
                List.of(),
                List.of(),
                List.of(),
                null,
                "/tmp",
                Map.of(),
                null),
            new SubmissionContext(
                ADA,
                NOW,
                ZoneOffset.UTC,
                new PartitionName("main"),
                List.of(),
                KnownNames.ANY,
                _ -> false));
    tell(new JobIntent.Submit(((ParsedJob.Parsed) parsed).spec()));
  }

  private JobOutcome tell(JobIntent intent) {
    JobOutcome outcome = JobLifecycle.decide(state, intent, NOW);
    for (JobEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    return outcome;
  }
}
