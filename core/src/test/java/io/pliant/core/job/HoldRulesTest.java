package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A job of ada's, asked for by her, by bob and by an operator. */
final class HoldRulesTest {
  private static final JobId JOB = new JobId(7);
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final Submitter BOB = new Submitter("bob", 1001, 1001);
  private static final Instant NOW = Instant.EPOCH;
  private static final JobState NEW = JobState.unknown(JOB);
  private static final JobState WAITING = NEW.evolve(new JobEvent.JobSubmitted(JOB, spec(), NOW));
  private static final JobState LAUNCHING =
      WAITING.evolve(
          new JobEvent.JobAllocated(
              JOB, 1, new Allocation(List.of(new Slice(new NodeName("n1"), 1, 0, 1))), 1, NOW));
  private static final JobState RUNNING = LAUNCHING.evolve(new JobEvent.JobStarted(JOB, 1, NOW));

  @Test
  void shouldLeaveHoldsOfWaitingJobsToThePartition() {
    assertThat(HoldRules.hold(WAITING, ADA, false, true)).isNull();
    assertThat(HoldRules.hold(WAITING, ADA, false, false)).isNull();
    assertThat(HoldRules.hold(WAITING, BOB, true, true)).as("an operator").isNull();
  }

  @Test
  void shouldTakeAReleaseOfARunningJobForDoneAndRefuseItsHold() {
    assertThat(HoldRules.hold(RUNNING, ADA, false, false)).isEqualTo(new JobReply.Done());
    assertRefused(
        HoldRules.hold(RUNNING, ADA, false, true),
        Refusal.Kind.CONFLICT,
        "Expected job 7 to be waiting, but it is RUNNING.");
  }

  @Test
  void shouldLeaveResizesOfRunningJobsToThePartitionAndRefuseOthers() {
    assertThat(HoldRules.resize(RUNNING, ADA, false)).isNull();
    assertRefused(
        HoldRules.resize(WAITING, ADA, false),
        Refusal.Kind.CONFLICT,
        "Expected job 7 to be running, but it is PENDING.");
    assertRefused(
        HoldRules.resize(LAUNCHING, ADA, false),
        Refusal.Kind.CONFLICT,
        "Expected job 7 to have tasks, but it is just being started. Try again in a moment.");
  }

  @Test
  void shouldRefuseStrangersAndUnknownJobs() {
    String belongs = "Job 7 belongs to ada; bob may not change it.";
    assertRefused(HoldRules.hold(WAITING, BOB, false, true), Refusal.Kind.FORBIDDEN, belongs);
    assertRefused(HoldRules.resize(RUNNING, BOB, false), Refusal.Kind.FORBIDDEN, belongs);
    String unknown = "There is no job 7.";
    assertRefused(HoldRules.hold(NEW, ADA, false, true), Refusal.Kind.NOT_FOUND, unknown);
    assertRefused(HoldRules.resize(NEW, ADA, true), Refusal.Kind.NOT_FOUND, unknown);
  }

  private static void assertRefused(@Nullable JobReply reply, Refusal.Kind kind, String reason) {
    assertThat(reply).isEqualTo(new JobReply.Refused(new Refusal(kind, reason)));
  }

  private static JobSpec spec() {
    return new JobSpec(
        "job",
        ADA,
        new PartitionName("main"),
        ResourceRequest.single(),
        null,
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        true,
        false,
        null,
        "",
        null);
  }
}
