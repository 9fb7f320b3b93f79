package io.pliant.actors.wire;

import io.pliant.core.corridor.AlarmRecord;
import io.pliant.core.corridor.CorridorEvent;
import io.pliant.core.corridor.CorridorState;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.Shortfall;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Samples of what is persisted for the power corridor. */
final class CorridorSamples {
  private static final Watts WATTS = Watts.declared(120.5, 170);

  private static final Corridor BOUNDS = new Corridor(1700, 2500.5);
  private static final CorridorAlarm ALARM =
      new CorridorAlarm(
          new Shortfall(Shortfall.Bound.UPPER, 45.5, "all jobs on their least sizes draw more"),
          120,
          List.of(7, 9));

  private CorridorSamples() {}

  /** Events of the corridor, and a state of it with everything in it. */
  static List<Object> events() {
    return List.of(
        new CorridorEvent.BoundsSet(BOUNDS, Samples.AT.plusSeconds(60), "root", Samples.AT),
        new CorridorEvent.BoundsCleared("root", Samples.AT),
        new CorridorEvent.PartitionCounted(Samples.PARTITION, 14, Samples.AT),
        new CorridorEvent.AlarmRaised(Samples.PARTITION, ALARM, Samples.AT),
        new CorridorEvent.AlarmEnded(Samples.PARTITION, Samples.AT),
        new CorridorState(
            7,
            new CorridorTable(List.of(new CorridorTable.Change(1_700_000_000_000L, BOUNDS))),
            "root",
            List.of(new CorridorState.Share(Samples.PARTITION, 14)),
            List.of(
                new AlarmRecord(Samples.PARTITION, ALARM, Samples.AT, Samples.AT.plusSeconds(9)),
                new AlarmRecord(Samples.PARTITION, ALARM, Samples.AT, null)),
            Samples.AT));
  }

  static JobEvent submitted() {
    return new JobEvent.JobSubmitted(
        Samples.JOB,
        new JobSpec(
            "pi",
            Samples.USER,
            Samples.PARTITION,
            ResourceRequest.wholeNodes(2),
            null,
            new Payload.ParallelCommand(List.of("pi"), null),
            StreamFiles.batchDefault(),
            "/tmp",
            Map.of(),
            true,
            false,
            null,
            "",
            null,
            null,
            WATTS),
        Samples.AT);
  }

  static PartitionEvent enqueued() {
    return new PartitionEvent.JobEnqueued(
        new QueuedJob(
            Samples.JOB,
            1,
            "pi",
            "alice",
            ResourceRequest.wholeNodes(2),
            Duration.ofHours(1),
            false,
            null,
            Samples.AT,
            null,
            null,
            WATTS,
            null),
        12,
        Samples.AT,
        null);
  }
}
