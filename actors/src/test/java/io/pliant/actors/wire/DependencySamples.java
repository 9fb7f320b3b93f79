package io.pliant.actors.wire;

import io.pliant.core.array.Indices;
import io.pliant.core.array.Places;
import io.pliant.core.dependency.Dependency;
import io.pliant.core.dependency.DependencyStanding;
import io.pliant.core.dependency.ElementsStanding;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Samples of jobs that wait for others. */
final class DependencySamples {
  private static final JobId OTHER = new JobId(17);
  private static final DependencyStanding STANDING =
      new DependencyStanding(
          3, "afterok:17_4(unfulfilled)", false, true, Places.first(2), Samples.AT);

  private DependencySamples() {}

  static List<JobEvent> ofJobs() {
    return List.of(
        new JobEvent.JobSubmitted(
            Samples.JOB,
            new JobSpec(
                "later",
                Samples.USER,
                Samples.PARTITION,
                new ResourceRequest(1, 1, 1, 1, 0, false),
                Duration.ofMinutes(5),
                new Payload.ParallelCommand(List.of("later"), null),
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
                null,
                null,
                null,
                null,
                Dependency.parse("after:15+30,afterok:17_4,singleton", true)),
            Samples.AT),
        new JobEvent.DependentAdded(Samples.JOB, OTHER, true, false, Samples.AT),
        new JobEvent.DependentsTold(Samples.JOB, Samples.AT),
        new JobEvent.TargetsTold(
            Samples.JOB,
            List.of(
                new TargetStanding(
                    OTHER,
                    null,
                    Samples.AT,
                    JobStatus.FAILED,
                    new ElementsStanding(
                        Indices.parse("0-9:3,20"),
                        Places.first(1),
                        Places.NONE.plus(2),
                        Places.NONE.plus(1))),
                new TargetStanding(new JobId(15), null, null, null, null)),
            Samples.AT),
        new JobEvent.ElementsFailed(Samples.JOB, Places.NONE.plus(1).plus(3), Samples.AT));
  }

  static List<PartitionEvent> ofLedgers() {
    ResourceRequest request = new ResourceRequest(1, 1, 1, 1, 0, false);
    QueuedJob job =
        new QueuedJob(
                Samples.JOB,
                1,
                "later",
                "ada",
                request,
                Duration.ofMinutes(5),
                false,
                null,
                Samples.AT,
                null)
            .with(STANDING);
    return List.of(
        new PartitionEvent.JobEnqueued(job, 3, Samples.AT, null),
        new PartitionEvent.TellingBegun(OTHER, Samples.AT),
        new PartitionEvent.TellingEnded(OTHER, Samples.AT),
        new PartitionEvent.ElementsWatched(OTHER, Samples.AT),
        new PartitionEvent.DependencyChanged(Samples.JOB, STANDING, Samples.AT));
  }
}
