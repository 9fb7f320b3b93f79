package io.pliant.actors.wire;

import io.pliant.core.array.JobArray;
import io.pliant.core.dependency.Dependency;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.Revision;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.JobChange;
import java.time.Duration;
import java.util.List;

/** Samples of jobs that were changed after their submission. */
final class RevisionSamples {
  static final StepTerms TERMS = new StepTerms(2, 1_500_000L, 42L);

  private RevisionSamples() {}

  static JobEvent changed() {
    return new JobEvent.JobChanged(
        Samples.JOB,
        new JobChange(
            Duration.ofMinutes(30),
            100,
            42L,
            "renamed",
            "for the paper",
            "physics",
            "normal",
            "mesh",
            4,
            Samples.AT),
        "alice",
        Samples.AT);
  }

  /** What it waits for is another job than before, of which the order is known. */
  static List<JobEvent> otherDependency() {
    return List.of(
        new JobEvent.JobChanged(
            Samples.JOB,
            new JobChange(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Dependency.parse("afterok:17", false)),
            "alice",
            Samples.AT),
        new JobEvent.TargetsTold(
            Samples.JOB,
            List.of(new TargetStanding(new JobId(17), null, null, null, null, 1_795_000_000_000L)),
            Samples.AT));
  }

  static List<JobEvent> suspended() {
    return List.of(
        new JobEvent.JobSuspended(Samples.JOB, 2, "op", Samples.AT),
        new JobEvent.JobResumed(Samples.JOB, 2, "op", Samples.AT));
  }

  static List<PartitionEvent> ofLedgers() {
    Revision revision =
        new Revision(
            3,
            "renamed",
            Duration.ofMinutes(30),
            Samples.AT,
            new Bookkeeping("physics", "normal", null, 100, 42L),
            4);
    return List.of(
        new PartitionEvent.JobRevised(Samples.JOB, revision, Samples.AT),
        new PartitionEvent.JobRevised(
            Samples.JOB,
            new Revision(4, "renamed", null, null, null, null, Samples.AT, 5_000L),
            Samples.AT),
        new PartitionEvent.JobEnqueued(
            Samples.queuedJob().as(JobArray.parse("0-9%2"), null).after(revision),
            12,
            Samples.AT,
            null));
  }
}
