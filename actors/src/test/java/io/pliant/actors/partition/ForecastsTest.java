package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.StartEntry;
import io.pliant.core.array.JobArray;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A partition of one node, which a job holds for an hour. */
final class ForecastsTest {
  private static final ActorTestKit KIT = ActorTestKit.create();
  private static final Instant NOW = Instant.parse("2027-01-31T08:00:00Z");
  private static final NodeName NODE = new NodeName("n001");
  private static final PartitionSettings SETTINGS =
      new PartitionSettings(
          new PartitionName("main"),
          true,
          "n001",
          "easy",
          Duration.ofHours(1),
          null,
          true,
          5,
          PriorityRule.SUBMISSION,
          null,
          LedgerLimits.USUAL,
          FaultRules.USUAL,
          Kinds.NONE);

  private final TestProbe<PartitionAnswer> client = KIT.createTestProbe();
  private final Queue<Runnable> rounds = new ArrayDeque<>();
  private final Forecasts forecasts = new Forecasts(SETTINGS, rounds::add);
  private final PartitionLifecycle lifecycle = new PartitionLifecycle(SETTINGS);
  private PartitionState state = PartitionState.empty(SETTINGS.name());

  ForecastsTest() {
    decide(new PartitionIntent.NodeSeen(NODE, new NodeCapacity(1, 1000), List.of()));
    decide(new PartitionIntent.Enqueue(job(1, null)));
    decide(
        new PartitionIntent.StartJobs(
            List.of(
                new Decision.Start(
                    new JobId(1), new Allocation(List.of(new Slice(NODE, 1, 0, 1))), null))));
  }

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldSayWhenTheNodeIsFreeAndChangeNothing() {
    PartitionState before = state;

    StartEntry start = ask(job(2, null));

    assertThat(start)
        .isEqualTo(new StartEntry(NOW.plus(Duration.ofHours(1)), 1, "n001", null, null));
    assertThat(state).isSameAs(before);
  }

  @Test
  void shouldSayWhenTheFirstElementOfAnArrayStartsWhateverItsNumber() {
    StartEntry start = ask(job(Long.MAX_VALUE, JobArray.parse("5-1000%3")));

    assertThat(start.at()).isEqualTo(NOW.plus(Duration.ofHours(1)));
  }

  @Test
  void shouldReckonWithJobsThatWait() {
    decide(new PartitionIntent.Enqueue(job(2, null)));

    assertThat(ask(job(3, null)).at()).isEqualTo(NOW.plus(Duration.ofHours(2)));
  }

  @Test
  void shouldTellOneOfTooManyWhoAskAtOnceToComeAgain() {
    for (int asked = 0; asked <= Forecasts.MOST_AT_ONCE; asked++) {
      consider(job(2, null), true);
    }

    assertThat(Objects.requireNonNull(said().start()).unknown()).contains("too many");
    assertThat(rounds).hasSize(Forecasts.MOST_AT_ONCE);
    while (!rounds.isEmpty()) {
      rounds.remove().run();
      assertThat(Objects.requireNonNull(said().start()).at()).isNotNull();
    }
    assertThat(ask(job(2, null)).at()).as("there is room again").isNotNull();
  }

  @Test
  void shouldLookAheadNeitherUnaskedNorForAJobThatIsRefused() {
    consider(job(2, null), null);
    assertThat(said()).isEqualTo(new PartitionAnswer.WouldSay(new PartitionReply.Queued(), null));

    QueuedJob large = job(3, null, ResourceRequest.wholeNodes(2));
    consider(large, true);
    PartitionAnswer.WouldSay refused = said();
    assertThat(refused.reply()).isInstanceOf(PartitionReply.Refused.class);
    assertThat(refused.start()).isNull();
    assertThat(rounds).isEmpty();
  }

  private StartEntry ask(QueuedJob job) {
    consider(job, true);
    rounds.remove().run();
    return Objects.requireNonNull(said().start());
  }

  private void consider(QueuedJob job, @Nullable Boolean start) {
    forecasts.consider(
        new PartitionCommand.Consider(job, start, client.getRef()), state, lifecycle, NOW);
  }

  private PartitionAnswer.WouldSay said() {
    return client.expectMessageClass(PartitionAnswer.WouldSay.class);
  }

  private void decide(PartitionIntent intent) {
    for (PartitionEvent event : lifecycle.decide(state, intent, NOW).events()) {
      state = state.evolve(event);
    }
  }

  private static QueuedJob job(long number, @Nullable JobArray array) {
    return job(number, array, new ResourceRequest(1, 1, 1, 1, 0, false));
  }

  private static QueuedJob job(long number, @Nullable JobArray array, ResourceRequest asked) {
    return new QueuedJob(new JobId(number), 1, "job", "ada", asked, null, false, null, NOW, null)
        .as(array, null);
  }
}
