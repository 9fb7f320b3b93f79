package io.pliant.core.sighting;

import io.pliant.core.corridor.PartitionStanding;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.LeverRule;
import io.pliant.core.power.PowerLimits;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Each second's look at the power of a partition. */
public final class PowerLoop {
  private final PartitionSettings settings;
  private final PartitionState state;
  private final Instant now;

  private PowerLoop(PartitionSettings settings, PartitionState state, Instant now) {
    this.settings = settings;
    this.state = state;
    this.now = now;
  }

  /**
   * What came of a look.
   *
   * @param standing how the partition stands, to be told to the corridor
   * @param orders what nodes are to be told
   * @param wantsRound bounds have changed, one is broken, or something is limited
   */
  public record Looked(
      PowerSightings next,
      PartitionStanding standing,
      List<NodeLimits.Order> orders,
      boolean wantsRound) {
    public Looked {
      orders = List.copyOf(orders);
    }
  }

  /** Looks at the meters, limits nodes, and says how the partition stands; once a second. */
  public static Looked look(
      PowerSightings before,
      MeterSightings meters,
      PartitionState state,
      PartitionSettings settings,
      Instant now) {
    return new PowerLoop(settings, state, now).look(before, meters);
  }

  private Looked look(PowerSightings before, MeterSightings meters) {
    JobDraws jobs = draws(before, meters);
    PartitionPower power =
        new PartitionPower(
            settings.power(),
            meters.metered(state, now),
            jobs.watts(),
            new TreeSet<>(before.limits().suspended()));
    Double watts = power.drawn(state);
    Corridor holds = before.bounds().at(now);
    NodeLimits.Decided limits = limits(before, power, holds, watts);
    boolean broken = holds != null && watts != null && !holds.holds(watts);
    boolean alarmed = before.raised() != null || broken;
    CorridorAlarm alarm = alarmed ? before.alarm() : null;
    PowerSightings next =
        new PowerSightings(before.bounds(), alarm, before.raised(), jobs, limits.next(), true);
    boolean wants = broken || before.bounds().changed(now) || next.limits().any();
    return new Looked(
        next, standing(next, power, watts), limits.told(), settings.keepsCorridor() && wants);
  }

  /**
   * What nodes draw under a limit is not what their jobs draw. An incarnation does not know which
   * limits the one before it has ordered, as long as nodes may still keep them.
   */
  private JobDraws draws(PowerSightings before, MeterSightings meters) {
    NodeWatts nodes = settings.power();
    JobDraws jobs = before.jobs();
    if (!before.looked() && nodes != null && !nodes.levers().isEmpty()) {
      jobs = jobs.limited(state.grants().keySet(), now.plus(PowerLimits.LEASE));
    }
    return jobs.limited(before.limited().orders().limited(), now).look(state, meters, now);
  }

  private NodeLimits.Decided limits(
      PowerSightings before,
      PartitionPower power,
      @Nullable Corridor bounds,
      @Nullable Double drawn) {
    NodeWatts watts = settings.power();
    NodeLimits limited = before.limited();
    if (watts == null || watts.levers().isEmpty() || !settings.keepsCorridor()) {
      return new NodeLimits.Decided(limited, List.of());
    }
    LeverRule.Orders orders =
        LeverRule.decide(
            limited.orders(),
            new LeverRule.Sight(
                watts.levers(),
                watts.idleWatts(),
                bounds,
                power.rest(state),
                power.loads(state),
                limited.young(now) && !power.metersAll(state) ? null : drawn,
                before.raised(),
                state.grants().values().stream().anyMatch(grant -> !grant.sizes().settled())),
            now);
    return limited.decided(orders, state, now);
  }

  private PartitionStanding standing(
      PowerSightings next, PartitionPower power, @Nullable Double watts) {
    return new PartitionStanding(
        settings.name(),
        now,
        settings.policy(),
        settings.keepsCorridor(),
        state.nodes().size(),
        power.meters().size(),
        watts,
        power.forecast(state),
        next.bounds().table() != null,
        next.alarm(),
        next.limits().any() ? next.limits() : null);
  }
}
