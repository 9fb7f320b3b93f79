package io.pliant.actors.application;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.protocol.ApplicationAnswer;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.TestTiming;
import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.Answer;
import io.pliant.core.adaptation.ApplicationOrder;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Seat;
import io.pliant.core.adaptation.SeatFate;
import io.pliant.core.adaptation.TaskStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.ManualTime;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * One application among a job, a partition and the agents of four nodes, which the test plays; so
 * it does the time.
 */
final class ApplicationEntityTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration REMIND = Duration.ofSeconds(2);
  private static final JobId JOB = new JobId(1);
  private static final List<Seat> SEATS =
      IntStream.range(0, 4).mapToObj(i -> new Seat("1-1-0." + i, new NodeName("n00" + i))).toList();

  private final ActorTestKit kit =
      ActorTestKit.create(
          ManualTime.config()
              .withFallback(
                  ConfigFactory.parseString(
                      "pekko.persistence.journal.plugin = \"pekko.persistence.journal.inmem\""))
              .withFallback(ConfigFactory.load()));
  private final ManualTime time = ManualTime.get(kit.system());
  private final TestProbe<ApplicationAnswer> client = kit.createTestProbe();
  private volatile Instant now = Instant.parse("2026-11-20T12:00:00Z");
  private final TestProbe<ClusterSharding.ShardCommand> shard = kit.createTestProbe();
  private final AtomicInteger messages = new AtomicInteger();
  private final Map<NodeName, NodeOrder> told = new ConcurrentHashMap<>();
  private final AtomicInteger starts = new AtomicInteger();
  private volatile @Nullable NodeName deaf;
  private final ActorRef<ApplicationCommand> application =
      kit.spawn(
          ApplicationEntity.create(
              JOB,
              shard.ref(),
              new ApplicationSettings(
                  "c1",
                  ApplicationSettings.Defaults.usual(),
                  new World(),
                  new SetClock(),
                  TestTiming.reminding(REMIND))));

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldFallSilentWhileNothingHappens() throws Exception {
    runs();
    int before = messages.get();
    seconds(60);
    int first = messages.get();
    seconds(60);

    // each 2 s there were 2 with the job, 2 with each agent and one to the partition: 330 a minute
    assertThat(first - before).as("messages of the first minute").isLessThanOrEqualTo(55);
    assertThat(messages.get() - first).as("of one more").isLessThanOrEqualTo(22);
  }

  @Test
  void shouldSayAgainWhatAnAgentMissed() throws Exception {
    runs();
    NodeName node = SEATS.get(2).node();
    deaf = node;
    told.remove(node);
    quiet();
    assertThat(told).doesNotContainKey(node);

    deaf = null;
    pass(30);
    assertThat(told).as("the order that was lost").containsKey(node);
  }

  @Test
  void shouldSayAgainWhatALostStartDidNotDo() throws Exception {
    runs();
    quiet();
    Slice slice = new Slice(new NodeName("n009"), 1, 100, 1);

    application.tell(
        new ApplicationCommand.Begin(1, new Resize(1, Kind.EXPAND, List.of(slice), false, "")));
    // rank 0 agrees, and each order to start tasks is lost
    NodeName leader = SEATS.getFirst().node();
    await(() -> Objects.requireNonNull(told.get(leader)).offer() != null, "the offer");
    application.tell(new ApplicationCommand.Seen(agreeing()));
    await(() -> starts.get() == 1, "the order to start tasks");

    seconds(20);
    assertThat(starts.get()).as("the order, again each 2 s").isBetween(10, 12);
  }

  @Test
  void shouldHurryAgainWhenAnAgentSpeaksUnasked() throws Exception {
    runs();
    quiet();
    pass(5); // its answers to the last question are in
    NodeName node = SEATS.get(1).node();
    told.remove(node); // its agent has begun anew

    application.tell(new ApplicationCommand.Seen(standing(SEATS.get(1))));
    settle();
    seconds(2);

    assertThat(told).as("what the agent has to know").containsKey(node);
  }

  private void runs() throws InterruptedException {
    application.tell(new ApplicationCommand.JobReported(jobStanding()));
    for (Seat seat : SEATS) {
      application.tell(new ApplicationCommand.Seen(standing(seat)));
    }
    await(
        () ->
            SEATS.stream()
                .allMatch(seat -> {
                  NodeOrder order = told.get(seat.node());
                  return order != null && !order.first().isEmpty();
                }),
        "the world");
  }

  /** Nothing happens until all is repeated each 30 s only. */
  private void quiet() {
    List.of(2, 4, 8, 16, 30).forEach(this::pass);
  }

  private void seconds(int count) {
    for (int i = 0; i < count; i += 2) {
      pass(2);
    }
  }

  private void pass(int seconds) {
    now = now.plusSeconds(seconds);
    time.timePasses(Duration.ofSeconds(seconds));
    settle();
  }

  /** Returns when it has heard what was told, and what was told in answer to that. */
  private void settle() {
    for (int i = 0; i < 2; i++) {
      application.tell(new ApplicationCommand.GetMeasures(client.ref()));
      client.receiveMessage(PATIENCE);
    }
  }

  private static void await(BooleanSupplier condition, String what) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("time for " + what).isLessThan(end);
      Thread.sleep(5);
    }
  }

  private static JobStanding jobStanding() {
    List<SeatFate> fates = new ArrayList<>();
    SEATS.forEach(seat -> fates.add(new SeatFate(seat, 0, SeatFate.Fate.ALIVE, "")));
    Malleability malleable =
        new Malleability(1, 8, SizeConstraint.ANY, Terms.OnOffer.ACCEPT, null, null, null);
    return new JobStanding(1, new PartitionName("main"), malleable, SEATS, fates, false);
  }

  private static AgentReport standing(Seat seat) {
    return new AgentReport(
        JOB,
        1,
        seat.node(),
        List.of(TaskStanding.hello(seat.task(), "127.0.0.1:1")),
        List.of(),
        List.of(),
        List.of(),
        List.of(new PhaseSum(0, 1_000, 2_000)));
  }

  private static AgentReport agreeing() {
    AgentReport hello = standing(SEATS.getFirst());
    return new AgentReport(
        JOB,
        1,
        hello.node(),
        hello.tasks(),
        List.of(new Answer(1, Answer.Verdict.ACCEPT, 1, "")),
        List.of(),
        List.of(),
        hello.times());
  }

  /** The job answers, and so do agents that are told what they know. */
  private final class World extends NoPeers {
    @Override
    public void tell(JobId job, JobCommand command) {
      messages.incrementAndGet();
      switch (command) {
        case JobCommand.TellApplication _ -> {
          messages.incrementAndGet();
          application.tell(new ApplicationCommand.JobReported(jobStanding()));
        }
        case JobCommand.OfApplication(var intent) -> {
          if (intent.order() instanceof ApplicationOrder.StartTasks) {
            starts.incrementAndGet();
          }
        }
        default -> throw new AssertionError("unexpected " + command);
      }
    }

    @Override
    public void tell(PartitionName partition, PartitionCommand command) {
      messages.incrementAndGet();
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      messages.incrementAndGet();
      NodeOrder order = ((NodeCommand.SendAdapt) command).order();
      if (node.equals(deaf)) {
        return;
      }
      NodeOrder known = told.put(node, order);
      if (known != null && known.version() >= order.version()) {
        messages.incrementAndGet();
        SEATS.stream()
            .filter(seat -> seat.node().equals(node))
            .forEach(seat -> application.tell(new ApplicationCommand.Seen(standing(seat))));
      }
    }
  }

  private final class SetClock extends Clock {
    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
