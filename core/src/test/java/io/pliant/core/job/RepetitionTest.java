package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RepetitionTest {
  private JobState state = JobState.unknown(new JobId(7));

  @Test
  void shouldKnowAfterwardsWhichJobStandsForARepetition() {
    tell(new JobIntent.Submit(spec()));
    assertThat(Repetition.original(state)).isNull();
    tell(new JobIntent.DuplicateOf(new JobId(20_000_003)));
    assertThat(state.phase()).isEqualTo(Phase.REFUSED);
    assertThat(Repetition.original(state)).isEqualTo(new JobId(20_000_003));
  }

  @Test
  void shouldKnowOfNoOtherJobWhenRefusedForAnotherReason() {
    tell(new JobIntent.Submit(spec()));
    tell(new JobIntent.RefusedByPartition("Expected fewer nodes than job 7."));
    assertThat(state.phase()).isEqualTo(Phase.REFUSED);
    assertThat(Repetition.original(state)).isNull();
  }

  private void tell(JobIntent intent) {
    for (JobEvent event : JobLifecycle.decide(state, intent, Instant.EPOCH).events()) {
      state = state.evolve(event);
    }
  }

  private static JobSpec spec() {
    return new JobSpec(
        "job",
        new Submitter("ada", 1000, 1000),
        new PartitionName("main"),
        new ResourceRequest(2, 2, 2, 1, 0, false),
        Duration.ofMinutes(1),
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        false,
        false,
        null,
        "",
        null);
  }
}
