package io.pliant.core.sighting;

import io.pliant.core.corridor.CorridorLifecycle;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerLimits;
import io.pliant.core.view.ClusterPower;
import java.time.Instant;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a partition knows of power: its part of the corridor, what its jobs draw, which bound it
 * cannot meet, and what it has limited for that.
 *
 * @param alarm a bound that it cannot meet, until the bounds are met again
 * @param raised what the last round said of it, or null when it raised none
 * @param looked it was looked at since the incarnation has begun
 */
public record PowerSightings(
    KnownBounds bounds,
    @Nullable CorridorAlarm alarm,
    @Nullable CorridorAlarm raised,
    JobDraws jobs,
    NodeLimits limited,
    boolean looked) {
  /** Nothing is known. */
  public static final PowerSightings NONE =
      new PowerSightings(KnownBounds.NONE, null, null, JobDraws.NONE, NodeLimits.NONE, false);

  /** Makes what a policy may know, on any thread. */
  @FunctionalInterface
  public interface Knowledge {
    @Nullable ClusterPower of(PartitionState state, Instant now);
  }

  /** With the bounds that were told; the same object when they are no news. */
  public PowerSightings told(CorridorTable table, long version) {
    KnownBounds now = bounds.told(table, version);
    return now == bounds ? this : with(now);
  }

  /** A round is wanted. */
  public PowerSightings asked(PartitionSettings settings, Instant now) {
    return settings.keepsCorridor() ? with(bounds.asked(now)) : this;
  }

  /** True while no round is to be held because the bounds are not known yet. */
  public boolean waits(PartitionSettings settings) {
    return settings.keepsCorridor() && bounds.waits();
  }

  /** A round is held now. */
  public PowerSightings considered(PartitionSettings settings, Instant now) {
    return bounds.table() != null && settings.keepsCorridor() ? with(bounds.considered(now)) : this;
  }

  /** What is known, for a round. */
  public Knowledge knowledge(PartitionSettings settings) {
    CorridorTable known = bounds.table();
    if (known == null || !settings.keepsCorridor()) {
      return (_, _) -> null;
    }
    PartitionPower power = new PartitionPower(settings.power(), new TreeMap<>(), jobs.watts());
    return (state, now) -> power.view(state, known, now);
  }

  /** A round has ended with this alarm. */
  public PowerSightings planned(@Nullable CorridorAlarm found) {
    CorridorAlarm kept = found != null && CorridorLifecycle.differs(alarm, found) ? found : alarm;
    return new PowerSightings(bounds, kept, found, jobs, limited, looked);
  }

  /** What is limited now. */
  public PowerLimits limits() {
    return limited.orders().limits();
  }

  private PowerSightings with(KnownBounds now) {
    return new PowerSightings(now, alarm, raised, jobs, limited, looked);
  }
}
