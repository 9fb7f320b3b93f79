package io.pliant.actors.wire;

import io.pliant.core.energy.Energy;
import io.pliant.core.energy.EnergySnapshot;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.JobInterval;
import io.pliant.core.energy.NodeAccount;
import io.pliant.core.energy.NodeCount;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.Stay;
import io.pliant.core.energy.StepShare;
import io.pliant.core.energy.Tenancy;
import io.pliant.core.id.AttemptId;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSnapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Samples of the energy accounts. */
final class EnergySamples {
  private static final long FROM = 1_767_323_045_000_000L;
  private static final long UNTIL = 1_767_323_105_000_000L;
  private static final Energy ENERGY =
      new Energy(12_000_000_001L, 60_000_000, 1_500_000, 215.5, true);
  private static final Energy IDLE = new Energy(70_000_000, 1_000_000, 0, 70, true);
  private static final Energy LATE = new Energy(5, 10, 0, 0.5, false);

  private EnergySamples() {}

  static PartitionEvent.EnergyCounted counted() {
    return new PartitionEvent.EnergyCounted(
        List.of(new NodeCount(Samples.NODE, FROM, UNTIL, 0, "rapl+nvml", ENERGY, IDLE, LATE)),
        List.of(
            new Share(new JobInterval(Samples.JOB, 1, 2), 4, FROM, UNTIL, List.of("model"), ENERGY),
            new Share(new JobInterval(Samples.JOB, 1, 3), 2, UNTIL, null, List.of(), IDLE)),
        Samples.AT,
        null);
  }

  static PartitionEvent.EnergyCounted countedWithSteps() {
    return new PartitionEvent.EnergyCounted(
        List.of(new NodeCount(Samples.NODE, FROM, UNTIL, 0, "rapl", ENERGY, IDLE, LATE)),
        List.of(),
        Samples.AT,
        List.of(new StepShare(Samples.STEP, List.of("rapl"), IDLE)));
  }

  static PartitionEvent.JobEnergyCounted jobCounted() {
    return new PartitionEvent.JobEnergyCounted(Samples.JOB, 1, Samples.AT);
  }

  static PowerReport reportWithGpus() {
    TreeMap<String, Long> gpus = new TreeMap<>(Map.of("0", 50_000_000L, "1", 20_000_000L));
    return new PowerReport(
        "rapl+nvml", List.of(new EnergySpan(Samples.NODE, FROM, UNTIL, 71_000_001, false, gpus)));
  }

  /** A job that holds two GPUs of its node. */
  static PartitionSnapshot snapshotWithGpus() {
    AttemptId tenant = new AttemptId(Samples.JOB, 1);
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
        new EnergySnapshot(
            List.of(),
            List.of(
                new EnergySnapshot.NodeStay(
                    Samples.NODE, new Stay(tenant, 4, UNTIL, Stay.OPEN, List.of("0", "3")))),
            List.of(new EnergySnapshot.Sized(tenant, List.of(new Tenancy.Size(FROM, 2)), null))),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  static EnergySnapshot snapshot() {
    AttemptId tenant = new AttemptId(Samples.JOB, 1);
    return new EnergySnapshot(
        List.of(
            new EnergySnapshot.Node(
                Samples.NODE, new NodeAccount(FROM, UNTIL, 0, "rapl", ENERGY, IDLE, LATE))),
        List.of(
            new EnergySnapshot.NodeStay(Samples.NODE, new Stay(tenant, 4, FROM, UNTIL)),
            new EnergySnapshot.NodeStay(Samples.NODE, new Stay(tenant, 4, UNTIL, Stay.OPEN))),
        List.of(
            new EnergySnapshot.Sized(tenant, List.of(new Tenancy.Size(FROM, 2)), null),
            new EnergySnapshot.Sized(
                new AttemptId(Samples.JOB, 2), List.of(new Tenancy.Size(FROM, 2)), UNTIL)));
  }
}
