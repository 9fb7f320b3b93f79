package io.pliant.actors.partition;

import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.corridor.CorridorLifecycle;
import io.pliant.core.corridor.PartitionStanding;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionPower;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.Plan;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerLimits;
import io.pliant.core.view.ClusterPower;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What a partition knows of power: its part of the corridor, what its jobs draw, and which bound it
 * cannot meet. Nothing of it is durable: bounds and watts are told again and again.
 */
final class PowerDesk {
  /**
   * How long a partition that keeps the corridor waits for its bounds after a restart before it
   * starts jobs without any.
   */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private final PartitionEnvironment environment;
  private final PowerMeters meters;
  private final JobMeters jobs;
  private final PowerLimiter limiter;
  private final Logger log;
  private @Nullable Instant since;
  private @Nullable CorridorTable bounds;
  private long version = -1;
  private @Nullable Corridor considered;
  private boolean impatient;
  private @Nullable CorridorAlarm alarm;
  private @Nullable CorridorAlarm raised;
  private boolean looked;

  PowerDesk(PartitionEnvironment environment, PowerMeters meters, Logger log) {
    this.environment = environment;
    this.meters = meters;
    this.jobs = new JobMeters(meters);
    this.limiter = new PowerLimiter(environment, log);
    this.log = log;
  }

  /** True while no round is to be held because the bounds are not known yet. */
  boolean waits() {
    if (bounds != null || impatient || !settings().keepsCorridor()) {
      return false;
    }
    if (since == null) {
      since = now();
    }
    impatient = Duration.between(since, now()).compareTo(PATIENCE) > 0;
    if (impatient) {
      log.warn(
          "partition {} does not know the bounds of the power corridor after {}; it goes on without any",
          settings().name(),
          PATIENCE);
    }
    return !impatient;
  }

  /** True when the bounds are others than before. */
  boolean told(PartitionCommand.BoundsReported told) {
    if (told.version() < version || told.bounds().equals(bounds)) {
      return false;
    }
    version = told.version();
    bounds = told.bounds();
    return true;
  }

  /** Makes what a policy may know, on any thread. */
  @FunctionalInterface
  interface Knowledge {
    @Nullable ClusterPower of(PartitionState state, Instant now);
  }

  /** What is known now, for a round beside the actor. */
  Knowledge knowledge() {
    CorridorTable known = bounds;
    if (known == null || !settings().keepsCorridor()) {
      return (_, _) -> null;
    }
    considered = known.at(now().toEpochMilli());
    PartitionPower power = new PartitionPower(settings().power(), new TreeMap<>(), jobs.watts());
    return (state, now) -> power.view(state, known, now);
  }

  /** The alarm of a finished round. */
  void planned(Plan plan) {
    CorridorAlarm found = plan.alarm();
    raised = found;
    if (found != null && CorridorLifecycle.differs(alarm, found)) {
      alarm = found;
      log.warn(
          "partition {} cannot meet the {} bound of its power corridor {} by {} W: {}",
          settings().name(),
          found.shortfall().bound(),
          considered,
          Math.round(found.shortfall().watts()),
          found.shortfall().why());
    }
  }

  /**
   * Looks at the meters, tells nodes their limits, and tells how the partition stands.
   *
   * @return true when a round should look at it: bounds have changed, one is broken, or something
   *     is limited
   */
  boolean look(PartitionState state) {
    Instant now = now();
    lookAtJobs(state, now);
    Map<NodeName, Double> metered = metered(state, now);
    PartitionPower power =
        new PartitionPower(
            settings().power(), metered, jobs.watts(), new TreeSet<>(limiter.limits().suspended()));
    Double watts = power.drawn(state);
    CorridorTable known = bounds;
    Corridor holds = known == null ? null : known.at(now.toEpochMilli());
    limiter.look(state, power, holds, raised, now);
    boolean broken = holds != null && watts != null && !holds.holds(watts);
    if (alarm != null && raised == null && !broken) {
      log.info("partition {} meets its power corridor {} again", settings().name(), holds);
      alarm = null;
    }
    environment
        .peers()
        .tell(
            new CorridorCommand.Standing(
                new PartitionStanding(
                    settings().name(),
                    now,
                    settings().policy(),
                    settings().keepsCorridor(),
                    state.nodes().size(),
                    metered.size(),
                    watts,
                    power.forecast(state),
                    bounds != null,
                    alarm,
                    limiter.limits().any() ? limiter.limits() : null)));
    return settings().keepsCorridor() && (broken || differs(holds) || limiter.limits().any());
  }

  /**
   * What nodes draw under a limit is not what their jobs draw. An incarnation does not know which
   * limits the one before it has ordered, as long as nodes may still keep them.
   */
  private void lookAtJobs(PartitionState state, Instant now) {
    NodeWatts nodes = settings().power();
    if (!looked && nodes != null && !nodes.levers().isEmpty()) {
      state.grants().keySet().forEach(job -> jobs.limited(job, now.plus(PowerLimits.LEASE)));
    }
    looked = true;
    limiter.limited().forEach(job -> jobs.limited(job, now));
    jobs.look(state, now);
  }

  private boolean differs(@Nullable Corridor holds) {
    return holds == null ? considered != null : !holds.equals(considered);
  }

  /** Time until the bounds change, or null when no change is known. */
  @Nullable Duration untilChange() {
    CorridorTable known = bounds;
    long now = now().toEpochMilli();
    List<CorridorTable.Change> later = known == null ? List.of() : known.after(now);
    return later.isEmpty() ? null : Duration.ofMillis(later.getFirst().at() - now + 1);
  }

  @Nullable CorridorAlarm alarm() {
    return alarm;
  }

  PowerLimits limits() {
    return limiter.limits();
  }

  private Map<NodeName, Double> metered(PartitionState state, Instant now) {
    Map<NodeName, Double> metered = new TreeMap<>();
    for (NodeRecord node : state.nodes().values()) {
      PowerMeters.Heard heard = meters.heard(node.name(), now);
      if (heard != null) {
        metered.put(node.name(), heard.watts());
      }
    }
    return metered;
  }

  private PartitionSettings settings() {
    return environment.settings();
  }

  private Instant now() {
    return environment.clock().instant();
  }
}
