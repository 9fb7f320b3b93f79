package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.array.JobArray;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.option.JobScriptParser;
import io.pliant.core.partition.ArrayResults;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ElementsTest {
  private static final JobId ARRAY = new JobId(10);
  private static final JobId ELEMENT = new JobId(13);
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final Allocation NODE =
      new Allocation(List.of(new Slice(new NodeName("n1"), 1, 0, 1)));
  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");
  private static final ArrayResults TWO_FAILED =
      new ArrayResults(
          List.of(
              new ArrayResults.Tally(JobStatus.COMPLETED, 8),
              new ArrayResults.Tally(JobStatus.FAILED, 2)),
          new ExitStatus(3, 0));

  private JobState array = JobState.unknown(ARRAY);
  private JobState element = JobState.unknown(ELEMENT);

  @Test
  void shouldQueueAnArrayAsOneJob() {
    submit();
    assertThat(JobOrders.owed(array))
        .singleElement()
        .isInstanceOfSatisfying(
            JobOrder.ToPartition.class,
            order ->
                assertThat(order.intent())
                    .isInstanceOfSatisfying(
                        PartitionIntent.Enqueue.class,
                        enqueue ->
                            assertThat(enqueue.job().array())
                                .isEqualTo(JobArray.parse("1-19:2%4"))));
  }

  @Test
  void shouldBeOverWithWhatItsElementsCameTo() {
    submit();
    tellArray(new JobIntent.AllOver(TWO_FAILED, null));
    assertThat(array.status()).isEqualTo(JobStatus.FAILED);
    assertThat(Objects.requireNonNull(array.completion()).exit()).isEqualTo(new ExitStatus(3, 0));
    assertThat(array.completion().reason()).isEqualTo("8 COMPLETED, 2 FAILED");
    assertThat(JobOrders.owed(array))
        .containsExactly(
            new JobOrder.ToPartition(
                new PartitionIntent.Release(new AttemptId(ARRAY, 1), JobStatus.FAILED)));

    // told again, since the release was lost
    JobState before = array;
    assertThat(tellArray(new JobIntent.AllOver(TWO_FAILED, null)).once()).hasSize(1);
    assertThat(array).isEqualTo(before);
  }

  @Test
  void shouldEndItsElementsBeforeItIsCancelled() {
    submit();
    tellArray(new JobIntent.Cancel(ADA, false, 0));
    assertThat(array.phase()).isEqualTo(Phase.PENDING);
    assertThat(JobOrders.owed(array))
        .contains(
            new JobOrder.ToPartition(
                new PartitionIntent.EndElements(new AttemptId(ARRAY, 1), null, "ada")));
    assertThat(tellArray(new JobIntent.Cancel(ADA, false, 0)).events()).isEmpty();
    tellArray(new JobIntent.AllOver(TWO_FAILED, null));
    assertThat(array.status()).isEqualTo(JobStatus.CANCELLED);
  }

  @Test
  void shouldBeginAnElementWithItsFirstNodesAndWithoutAScript() {
    submit();
    tellElement(begin(null));
    assertThat(element.phase()).isEqualTo(Phase.LAUNCHING);
    assertThat(element.submittedAt()).isEqualTo(NOW);
    assertThat(element.payloadBytes()).isZero();
    assertThat(Objects.requireNonNull(element.submittedSpec().element()).text()).isEqualTo("10_5");
    assertThat(element.submittedSpec().hold()).isFalse();
    JobSpec whole = element.submittedSpec().withPayloadOf(spec());
    assertThat(whole.payload()).isEqualTo(spec().payload());
    assertThat(whole.payload()).isInstanceOf(Payload.BatchScript.class);

    // twice, as the answer of its array may come
    JobState before = element;
    assertThat(tellElement(begin(null)).events()).isEmpty();
    assertThat(element).isEqualTo(before);
  }

  @Test
  void shouldEndAnElementThatIsNotWantedAnyMoreBeforeItStarts() {
    submit();
    tellElement(begin("bob"));
    assertThat(element.status()).isEqualTo(JobStatus.CANCELLED);
    assertThat(element.cancelledBy()).isEqualTo("bob");
    assertThat(JobOrders.owed(element))
        .containsExactly(
            new JobOrder.ToPartition(
                new PartitionIntent.Release(new AttemptId(ELEMENT, 1), JobStatus.CANCELLED)));
  }

  @Test
  void shouldEndARunningElementThatIsToEnd() {
    submit();
    tellElement(begin(null));
    tellElement(granted("bob"));
    assertThat(element.phase()).isEqualTo(Phase.COMPLETING);
    assertThat(Objects.requireNonNull(element.completion()).outcome())
        .isEqualTo(JobStatus.CANCELLED);
    JobState before = element;
    tellElement(granted("bob"));
    assertThat(element).isEqualTo(before);
  }

  @Test
  void shouldGiveNodesBackWhenThereIsNoSuchArray() {
    JobOutcome outcome = tellElement(granted(null));
    assertThat(outcome.events()).isEmpty();
    assertThat(outcome.once())
        .containsExactly(
            new JobOrder.ToPartition(
                new PartitionIntent.Release(new AttemptId(ELEMENT, 1), JobStatus.CANCELLED)));
  }

  private void submit() {
    tellArray(new JobIntent.Submit(spec()));
  }

  private JobIntent begin(@Nullable String endedBy) {
    JobArray whole = Objects.requireNonNull(array.submittedSpec().array());
    return new JobIntent.Begin(
        array.submittedSpec().of(whole.element(ARRAY, whole.placeOf(ARRAY, ELEMENT))),
        NOW,
        granted(endedBy));
  }

  private static JobIntent.Granted granted(@Nullable String endedBy) {
    return new JobIntent.Granted(
        1, NODE, 1, List.of(), null, 0, new JobIntent.OfElement(ARRAY, endedBy));
  }

  private static JobSpec spec() {
    ParsedJob parsed =
        JobScriptParser.parse(
            new Submission(
                "#!/bin/sh\n#SBATCH -a 1-19:2%4 -H\nexit 0\n",
                "a.sh", List.of(), List.of(), List.of(), null, "/tmp", Map.of("A", "b"), null),
            new SubmissionContext(
                ADA,
                NOW,
                ZoneOffset.UTC,
                new PartitionName("main"),
                List.of(),
                KnownNames.ANY,
                _ -> false));
    assertThat(parsed).isInstanceOf(ParsedJob.Parsed.class);
    return ((ParsedJob.Parsed) parsed).spec();
  }

  private JobOutcome tellArray(JobIntent intent) {
    JobOutcome outcome = JobLifecycle.decide(array, intent, NOW);
    for (JobEvent event : outcome.events()) {
      array = array.evolve(event);
    }
    return outcome;
  }

  private JobOutcome tellElement(JobIntent intent) {
    JobOutcome outcome = JobLifecycle.decide(element, intent, NOW);
    for (JobEvent event : outcome.events()) {
      element = element.evolve(event);
    }
    return outcome;
  }
}
