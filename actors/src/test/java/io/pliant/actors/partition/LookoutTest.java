package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.TestTiming;
import io.pliant.core.corridor.PartitionStanding;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.policy.Policies;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerLever;
import io.pliant.core.power.Shortfall;
import io.pliant.core.power.Watts;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A job on the only node of a partition, metered at 200 W under a bound of 150 W. */
final class LookoutTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final NodeName NODE = new NodeName("n1");
  private static final JobId JOB = new JobId(1);
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final List<PartitionStanding> standings = new ArrayList<>();
  private final TreeMap<NodeName, NodeCommand> limits = new TreeMap<>();
  private final PartitionSettings settings =
      new PartitionSettings(
          MAIN,
          true,
          "*",
          "elastic",
          Duration.ofHours(1),
          null,
          true,
          5,
          PriorityRule.SUBMISSION,
          new NodeWatts(70, Watts.declared(150, 250), Set.of(PowerLever.SUSPEND)),
          LedgerLimits.USUAL,
          FaultRules.USUAL);
  private final Lookout lookout =
      new Lookout(environment(), Duration.ofSeconds(1), LoggerFactory.getLogger(LookoutTest.class));

  @Test
  void shouldTellTheCorridorHowItStandsAndNodesWhatIsLimited() {
    PartitionState state = running();
    assertThat(lookout.waits()).isTrue();
    CorridorTable.Change bound = new CorridorTable.Change(NOW.toEpochMilli(), new Corridor(0, 150));
    PartitionCommand.BoundsReported told =
        new PartitionCommand.BoundsReported(new CorridorTable(List.of(bound)), 1);
    assertThat(lookout.told(told)).isTrue();
    assertThat(lookout.told(told)).as("no news").isFalse();
    assertThat(lookout.waits()).isFalse();
    long micros = NOW.toEpochMilli() * 1000;
    EnergySpan span = new EnergySpan(NODE, micros - 1_000_000, micros, 200_000_000, false);
    lookout.take(new PartitionCommand.PowerSeen(NODE, new PowerReport("rapl", List.of(span))));
    CorridorAlarm alarm =
        new CorridorAlarm(
            new Shortfall(Shortfall.Bound.UPPER, 50, "of a test"), 0, List.of((int) JOB.value()));
    lookout.planned(new Plan(1, "elastic", List.of(), new TreeMap<>(), alarm));

    assertThat(lookout.lookAtPower(state)).as("a bound is broken").isTrue();

    assertThat(standings.getLast().watts()).isEqualTo(200);
    assertThat(standings.getLast().alarm()).isEqualTo(alarm);
    assertThat(limits.get(NODE)).isEqualTo(new NodeCommand.SendLimits(0, List.of(JOB)));
  }

  private PartitionState running() {
    Slice slice = new Slice(NODE, 4, 1000, 1);
    PartitionState state = PartitionState.empty(MAIN);
    for (PartitionIntent intent :
        List.of(
            new PartitionIntent.NodeSeen(NODE, new NodeCapacity(4, 1000), List.of()),
            new PartitionIntent.Enqueue(
                new QueuedJob(
                    JOB,
                    1,
                    "job",
                    "ada",
                    ResourceRequest.wholeNodes(1),
                    null,
                    false,
                    null,
                    NOW,
                    null)),
            new PartitionIntent.StartJobs(
                List.of(new Decision.Start(JOB, new Allocation(List.of(slice))))))) {
      for (var event : new PartitionLifecycle(settings).decide(state, intent, NOW).events()) {
        state = state.evolve(event);
      }
    }
    return state;
  }

  private PartitionEnvironment environment() {
    return new PartitionEnvironment(
        settings,
        Policies.named("elastic"),
        Runnable::run,
        DecisionLog.NONE,
        new Recorder(),
        Clock.fixed(NOW, ZoneOffset.UTC),
        KnownEpoch.of(1),
        "c1",
        "127.0.0.1",
        1,
        TestTiming.quiet(),
        new RoundClocks(Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(2)),
        PartitionMeter.NONE);
  }

  private final class Recorder extends NoPeers {
    @Override
    public void tell(CorridorCommand command) {
      standings.add(((CorridorCommand.Standing) command).standing());
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      limits.put(node, command);
    }
  }
}
