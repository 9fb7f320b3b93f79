package io.pliant.actors.wire;

import io.pliant.core.array.Indices;
import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.ArrayBook;
import io.pliant.core.partition.ArrayResults;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.spec.JobSpec;
import java.util.List;

/** What is persisted of arrays. */
final class ArraySamples {
  private static final JobArray ARRAY = new JobArray(Indices.parse("1-9:2,20-29"), 5);
  private static final JobId THIRD = JobArray.job(Samples.JOB, 2);

  private ArraySamples() {}

  static JobEvent submitted() {
    return new JobEvent.JobSubmitted(Samples.JOB, spec(), Samples.AT);
  }

  /** An element is written without script, arguments and environment. */
  static JobEvent elementBegun() {
    return new JobEvent.JobSubmitted(THIRD, spec().of(ARRAY.element(Samples.JOB, 2)), Samples.AT);
  }

  private static JobSpec spec() {
    JobSpec one = ((JobEvent.JobSubmitted) BookkeepingSamples.urgent()).spec();
    return new JobSpec(
        one.name(),
        one.submitter(),
        one.partition(),
        one.resources(),
        one.timeLimit(),
        one.payload(),
        one.files(),
        one.workingDirectory(),
        one.environment(),
        one.requeue(),
        one.hold(),
        one.begin(),
        one.comment(),
        one.submissionKey(),
        one.malleable(),
        one.nodeWatts(),
        one.bookkeeping(),
        one.warning(),
        one.mail(),
        one.deadline(),
        ARRAY,
        null,
        null);
  }

  static PartitionEvent enqueued() {
    return new PartitionEvent.JobEnqueued(whole(), 3, Samples.AT, null);
  }

  static PartitionEvent elementEnqueued() {
    return new PartitionEvent.JobEnqueued(element(), 6, Samples.AT, null);
  }

  static PartitionEvent withdrawn() {
    return new PartitionEvent.JobWithdrawn(THIRD, "over", Samples.AT, JobStatus.CANCELLED);
  }

  static PartitionEvent released() {
    return new PartitionEvent.NodesReleased(
        THIRD, 1, Samples.AT, JobStatus.FAILED, 12.5, new ExitStatus(3, 0));
  }

  static PartitionEvent ending() {
    return new PartitionEvent.ElementsEnding(
        Samples.JOB, Places.first(2), Places.NONE.plus(2).plus(4), "alice", Samples.AT);
  }

  static PartitionSnapshot snapshot() {
    ArrayBook book =
        new ArrayBook(
            whole(),
            3,
            Places.NONE.plus(4).plus(5),
            Places.NONE.plus(2),
            new ArrayResults(
                List.of(
                    new ArrayResults.Tally(JobStatus.COMPLETED, 7),
                    new ArrayResults.Tally(JobStatus.FAILED, 5)),
                new ExitStatus(3, 0)),
            Places.NONE.plus(2),
            "alice",
            Places.first(2),
            true);
    return new PartitionSnapshot(
        Samples.PARTITION,
        9,
        7,
        20,
        List.of(),
        List.of(whole()),
        List.of(3L),
        List.of(new Grant(element(), 6, Samples.ALLOCATION, Samples.AT)),
        List.of(),
        null,
        EnergySamples.snapshot(),
        null,
        null,
        null,
        List.of(book),
        List.of(new JobId(17)),
        null);
  }

  private static QueuedJob whole() {
    return Samples.queuedJob().as(ARRAY, null);
  }

  private static QueuedJob element() {
    return new QueuedJob(
            THIRD, 2, "sample", "alice", Samples.RESOURCES, null, false, null, Samples.AT, null)
        .as(null, ARRAY.element(Samples.JOB, 2));
  }
}
