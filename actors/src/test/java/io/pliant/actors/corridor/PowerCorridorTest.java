package io.pliant.actors.corridor;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.protocol.CorridorAnswer;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.PowerStatus;
import io.pliant.core.corridor.PartitionStanding;
import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerLimits;
import io.pliant.core.power.Shortfall;
import io.pliant.core.spec.Submitter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PowerCorridorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final PartitionName MAIN = new PartitionName("main");
  private static final PartitionName GPU = new PartitionName("gpu");
  private static final PartitionName EASY = new PartitionName("easy");
  private static final Corridor BOUNDS = new Corridor(1000, 2000);
  private static final PowerLimits LIMITS = new PowerLimits(120, 3, List.of());
  private static final Submitter OPS = new Submitter("ops", 0, 0);

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
              """
              pekko.persistence.journal.plugin = "pekko.persistence.journal.inmem"
              pekko.persistence.snapshot-store.plugin = "pekko.persistence.no-snapshot-store"
              """));
  private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
  private final TestProbe<CorridorAnswer> anybody = kit.createTestProbe();
  private ActorRef<CorridorCommand> corridor = spawn();

  private record Told(PartitionName to, PartitionCommand.BoundsReported message) {}

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldTellEachPartitionItsPartAtOnceAndInAnswer() throws Exception {
    stands(MAIN, 3, null);
    assertThat(heard(MAIN).bounds().changes()).isEmpty();
    stands(GPU, 1, null);
    stands(EASY, 9, null);

    set(BOUNDS, null);

    awaitBounds(MAIN, new Corridor(750, 1500));
    stands(GPU, 1, null);
    awaitBounds(GPU, new Corridor(250, 500));
    told.clear();
    stands(MAIN, 3, null);
    awaitBounds(MAIN, new Corridor(750, 1500));
    assertThat(told).noneMatch(each -> each.to().equals(EASY));
  }

  @Test
  void shouldKnowBoundsAlarmsAndNodesAfterARestart() throws Exception {
    stands(MAIN, 3, alarm());
    set(BOUNDS, null);
    set(new Corridor(0, 500), Instant.now().plusSeconds(3600));
    assertThat(show(0).partitions().getFirst().limits()).isEqualTo(LIMITS);
    kit.stop(corridor, PATIENCE);
    told.clear();

    corridor = spawn();
    PowerStatus status = show(0);

    assertThat(status.bounds()).isEqualTo(BOUNDS);
    assertThat(status.changes()).hasSize(1);
    assertThat(status.by()).isEqualTo("ops");
    assertThat(status.alarms()).hasSize(1);
    assertThat(status.partitions()).isEmpty();
    stands(GPU, 1, null);
    awaitBounds(GPU, new Corridor(250, 500));
  }

  @Test
  void shouldSampleWhatIsDrawnByThoseThatKeepIt() {
    stands(MAIN, 3, null);
    stands(EASY, 9, null);

    PowerStatus status = show(10);
    while (status.samples().isEmpty()) {
      status = show(10);
    }

    assertThat(status.watts()).isEqualTo(300);
    assertThat(status.forecast()).isEqualTo(330);
    assertThat(status.partitions()).extracting(p -> p.partition()).containsExactly(EASY, MAIN);
    PowerStatus.Sample sample = status.samples().getLast();
    assertThat(sample.watts()).isEqualTo(300);
    assertThat(sample.partitions())
        .containsExactly(new PowerStatus.Drawn(EASY, 900), new PowerStatus.Drawn(MAIN, 300));
  }

  @Test
  void shouldForgetAllBoundsWhenTheyAreCleared() throws Exception {
    stands(MAIN, 3, null);
    set(BOUNDS, null);
    awaitBounds(MAIN, BOUNDS);

    corridor.tell(new CorridorCommand.ClearBounds(OPS, anybody.ref()));

    assertThat(status().bounds()).isNull();
    awaitBounds(MAIN, null);
  }

  @Test
  void shouldRefuseBoundsThatBeginFarAway() {
    corridor.tell(
        new CorridorCommand.SetBounds(
            BOUNDS, Instant.now().plus(Duration.ofDays(9999)), OPS, anybody.ref()));

    assertThat(
            anybody.expectMessageClass(CorridorAnswer.Refused.class, PATIENCE).refusal().reason())
        .contains("3650 days");
  }

  private void stands(PartitionName partition, int nodes, @Nullable CorridorAlarm alarm) {
    corridor.tell(
        new CorridorCommand.Standing(
            new PartitionStanding(
                partition,
                Instant.now(),
                "elastic",
                !partition.equals(EASY),
                nodes,
                nodes,
                100.0 * nodes,
                110.0 * nodes,
                true,
                alarm,
                alarm == null ? null : LIMITS)));
  }

  private void set(Corridor bounds, @Nullable Instant from) {
    corridor.tell(new CorridorCommand.SetBounds(bounds, from, OPS, anybody.ref()));
    status();
  }

  private PowerStatus show(int samples) {
    corridor.tell(new CorridorCommand.Show(null, samples, anybody.ref()));
    return status();
  }

  private PowerStatus status() {
    return anybody.expectMessageClass(CorridorAnswer.Status.class, PATIENCE).status();
  }

  private void awaitBounds(PartitionName partition, @Nullable Corridor wanted) throws Exception {
    CorridorTable table = heard(partition).bounds();
    while (!java.util.Objects.equals(table.at(Instant.now().toEpochMilli()), wanted)) {
      table = heard(partition).bounds();
    }
  }

  private PartitionCommand.BoundsReported heard(PartitionName partition) throws Exception {
    while (true) {
      Told next = told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(next).as("what is told to partition %s", partition).isNotNull();
      if (next.to().equals(partition)) {
        return next.message();
      }
    }
  }

  private static CorridorAlarm alarm() {
    return new CorridorAlarm(new Shortfall(Shortfall.Bound.UPPER, 10, "of a test"), 0, List.of());
  }

  private ActorRef<CorridorCommand> spawn() {
    return kit.spawn(
        PowerCorridor.create(
            new CorridorSettings(
                "c1",
                Set.of(MAIN, GPU),
                new Recorder(),
                Clock.systemUTC(),
                Duration.ofMillis(100))));
  }

  private final class Recorder extends NoPeers {
    @Override
    public void tell(PartitionName to, PartitionCommand command) {
      told.add(new Told(to, (PartitionCommand.BoundsReported) command));
    }
  }
}
