package io.pliant.api;

import io.pliant.core.corridor.AlarmRecord;
import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.PowerLimits;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The power corridor of the cluster and what its partitions draw, in watts.
 *
 * @param host controller that hosts the corridor
 * @param now its time
 * @param bounds that hold now, or null for none
 * @param by who set or cleared bounds last, or null
 * @param changes of the bounds to come, in order of time
 * @param watts drawn by the partitions that keep the corridor, by all when none does; null when
 *     nothing is known
 * @param forecast the same once the resizes on their way are done
 * @param partitions by name, those that were heard of lately
 * @param alarms bounds that could not be met, the latest last
 * @param samples one each second, in order of time; since the corridor was last taken over
 */
public record PowerStatus(
    String host,
    Instant now,
    @Nullable Corridor bounds,
    @Nullable String by,
    List<Change> changes,
    @Nullable Double watts,
    @Nullable Double forecast,
    List<PartitionPower> partitions,
    List<AlarmRecord> alarms,
    List<Sample> samples) {
  public PowerStatus {
    changes = List.copyOf(changes);
    partitions = List.copyOf(partitions);
    alarms = List.copyOf(alarms);
    samples = List.copyOf(samples);
  }

  /** From a time on these bounds hold. */
  public record Change(Instant at, Corridor corridor) {}

  /**
   * One partition.
   *
   * @param policy name of its policy
   * @param keeps it shares the corridor
   * @param nodes all of them
   * @param metered nodes whose meters tell something
   * @param watts drawn now, metered or estimated; null when nothing is known
   * @param forecast watts once the resizes on their way are done
   * @param bounds its part of the bounds that hold now, or null
   * @param bounded it knows the bounds
   * @param alarm a bound that it cannot meet, or null
   * @param limits what it has limited for that, or null when nothing
   * @param asOf when it told so
   */
  public record PartitionPower(
      PartitionName partition,
      String policy,
      boolean keeps,
      int nodes,
      int metered,
      @Nullable Double watts,
      @Nullable Double forecast,
      @Nullable Corridor bounds,
      boolean bounded,
      @Nullable CorridorAlarm alarm,
      @Nullable PowerLimits limits,
      Instant asOf) {}

  /**
   * What was drawn at a time.
   *
   * @param watts as in {@link PowerStatus#watts}
   * @param bounds that held, or null
   * @param partitions what each drew of which something was known
   */
  public record Sample(
      Instant at, @Nullable Double watts, @Nullable Corridor bounds, List<Drawn> partitions) {
    public Sample {
      partitions = List.copyOf(partitions);
    }
  }

  /** What a partition drew. */
  public record Drawn(PartitionName partition, double watts) {}
}
