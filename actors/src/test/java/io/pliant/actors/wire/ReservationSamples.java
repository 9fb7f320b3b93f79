package io.pliant.actors.wire;

import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import java.time.Duration;
import java.util.List;

/** Samples of nodes that are set aside, and of a job that asks for them. */
final class ReservationSamples {
  private ReservationSamples() {}

  private static Reservation course() {
    return new Reservation(
        "course",
        Samples.AT,
        Samples.AT.plusSeconds(7_200),
        List.of(Samples.NODE, new NodeName("n9")),
        List.of("ada", "bob"),
        false,
        true);
  }

  static PartitionEvent made() {
    return new PartitionEvent.ReservationMade(course(), "root", Samples.AT);
  }

  static PartitionEvent deleted() {
    return new PartitionEvent.ReservationDeleted("course", "root", Samples.AT);
  }

  static PartitionEvent enqueued() {
    ResourceRequest request =
        new ResourceRequest(1, 1, 1, 2, 0, false).on(new NodeChoice(null, null, null, "course"));
    QueuedJob job =
        new QueuedJob(
            Samples.JOB,
            1,
            "lesson",
            "ada",
            request,
            Duration.ofHours(1),
            false,
            null,
            Samples.AT,
            null);
    return new PartitionEvent.JobEnqueued(job, 3, Samples.AT, null);
  }

  static PartitionSnapshot snapshot() {
    return new PartitionSnapshot(
        Samples.PARTITION,
        9,
        7,
        13,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        EnergySamples.snapshot(),
        null,
        null,
        List.of(course()),
        null,
        null,
        null);
  }
}
