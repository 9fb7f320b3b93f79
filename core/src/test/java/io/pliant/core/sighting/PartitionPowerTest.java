package io.pliant.core.sighting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.LeverRule;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms.OnOffer;
import io.pliant.core.view.ClusterPower;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PartitionPowerTest {
  private static final Instant NOW = Instant.EPOCH.plusSeconds(1000);
  private static final NodeWatts NODES = new NodeWatts(70, Watts.declared(150, 250), Set.of());
  private static final JobId DECLARED = new JobId(1);
  private static final JobId UNKNOWN = new JobId(2);
  private static final JobId WAITING = new JobId(3);
  private static final CorridorTable BOUNDS =
      new CorridorTable(
          List.of(
              new CorridorTable.Change(NOW.toEpochMilli(), new Corridor(100, 900)),
              new CorridorTable.Change(NOW.toEpochMilli() + 1000, new Corridor(0, 500))));

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              new PartitionName("main"),
              true,
              "*",
              "elastic",
              Duration.ofMinutes(10),
              null,
              true,
              5));
  private PartitionState state = PartitionState.empty(new PartitionName("main"));

  @BeforeEach
  void runTwoJobsOnThreeOfFiveNodes() {
    for (int i = 1; i <= 5; i++) {
      tell(new PartitionIntent.NodeSeen(node(i), new NodeCapacity(4, 1000), List.of()));
    }
    enqueue(DECLARED, Watts.declared(100, 120));
    enqueue(UNKNOWN, null);
    enqueue(WAITING, Watts.declared(200, 200));
    start(DECLARED, 1, 2);
    start(UNKNOWN, 3);
  }

  @Test
  void shouldTellThePolicyWhatIsDeclaredAndWhatIsMeasured() {
    PartitionPower power = power(Map.of(), Map.of(UNKNOWN, 222.0));

    ClusterPower view = Objects.requireNonNull(power.view(state, BOUNDS, NOW));

    assertThat(view.corridor()).isEqualTo(new Corridor(100, 900));
    assertThat(view.announced())
        .containsExactly(new ClusterPower.Announced(NOW.plusSeconds(1), new Corridor(0, 500)));
    assertThat(view.idleWatts()).isEqualTo(70);
    assertThat(view.jobs())
        .containsExactly(
            new ClusterPower.JobWatts(DECLARED, Watts.declared(100, 120)),
            new ClusterPower.JobWatts(UNKNOWN, Watts.measured(222)),
            new ClusterPower.JobWatts(WAITING, Watts.declared(200, 200)));
  }

  @Test
  void shouldTellNothingWithoutBoundsOrWatts() {
    assertThat(power(Map.of(), Map.of()).view(state, BOUNDS, NOW.minusSeconds(1))).isNull();
    assertThat(new PartitionPower(null, new TreeMap<>(), new TreeMap<>()).view(state, BOUNDS, NOW))
        .isNull();
  }

  @Test
  void shouldEstimateWhatNoMeterTells() {
    assertThat(power(Map.of(), Map.of()).drawn(state)).isEqualTo(2 * 110 + 200 + 2 * 70);
    assertThat(power(Map.of(node(1), 130.0, node(5), 60.0), Map.of()).drawn(state))
        .isEqualTo(130 + 110 + 200 + 70 + 60);
    assertThat(new PartitionPower(null, new TreeMap<>(), new TreeMap<>()).drawn(state)).isNull();
  }

  @Test
  void shouldCountNoNodeThatIsDownUnlessItsMeterTells() {
    tell(new PartitionIntent.NodeLost(node(5), "silent"));

    assertThat(power(Map.of(), Map.of()).drawn(state)).isEqualTo(2 * 110 + 200 + 70);
    assertThat(power(Map.of(node(5), 50.0), Map.of()).drawn(state))
        .isEqualTo(2 * 110 + 200 + 70 + 50);
  }

  @Test
  void shouldTellWhatJobsDrawWithoutALimitApartFromTheRest() {
    PartitionPower power =
        new PartitionPower(
            NODES,
            new TreeMap<>(Map.of(node(1), 70.0, node(5), 60.0)),
            new TreeMap<>(Map.of(DECLARED, 115.0)),
            new TreeSet<>(List.of(DECLARED)));

    assertThat(power.drawn(state)).as("a suspended job is idle").isEqualTo(70 + 70 + 200 + 70 + 60);
    assertThat(power.rest(state)).isEqualTo(70 + 60);
    assertThat(power.loads(state))
        .containsExactly(new LeverRule.Load(DECLARED, 2, 115), new LeverRule.Load(UNKNOWN, 1, 200));
  }

  @Test
  void shouldForecastWhatAResizeLeavesOrAdds() {
    tell(
        new PartitionIntent.BeginResizes(
            List.of(
                new PartitionIntent.Resizing(DECLARED, 1, true),
                new PartitionIntent.Resizing(UNKNOWN, 2, true))));
    PartitionPower metered =
        power(Map.of(node(1), 110.0, node(2), 110.0, node(3), 200.0, node(4), 72.0), Map.of());

    double drawn = 110 + 110 + 200 + 72 + 70;
    assertThat(metered.drawn(state)).isEqualTo(drawn);
    assertThat(metered.forecast(state)).isEqualTo(drawn - 40 + (200 - 72));
    assertThat(power(Map.of(), Map.of()).forecast(state)).isEqualTo(110 + 70 + 400 + 70);
  }

  private static PartitionPower power(Map<NodeName, Double> meters, Map<JobId, Double> measured) {
    return new PartitionPower(NODES, new TreeMap<>(meters), new TreeMap<>(measured));
  }

  private void enqueue(JobId job, @Nullable Watts watts) {
    tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                job,
                1,
                "job",
                "ada",
                ResourceRequest.wholeNodes(1),
                null,
                false,
                null,
                NOW,
                null,
                new Malleability(1, 4, SizeConstraint.ANY, OnOffer.ACCEPT, null, null, null),
                watts,
                null)));
  }

  private void start(JobId job, int... nodes) {
    List<Slice> slices =
        java.util.Arrays.stream(nodes).mapToObj(i -> new Slice(node(i), 4, 1000, 1)).toList();
    tell(new PartitionIntent.StartJobs(List.of(new Decision.Start(job, new Allocation(slices)))));
  }

  private static NodeName node(int number) {
    return new NodeName("n" + number);
  }

  private void tell(PartitionIntent intent) {
    for (PartitionEvent event : lifecycle.decide(state, intent, NOW).events()) {
      state = state.evolve(event);
    }
  }
}
