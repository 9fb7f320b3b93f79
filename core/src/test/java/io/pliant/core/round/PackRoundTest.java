package io.pliant.core.round;

import static io.pliant.core.round.TwoPartitions.A;
import static io.pliant.core.round.TwoPartitions.B;
import static io.pliant.core.round.TwoPartitions.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.PackWait;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.policy.Policies;
import io.pliant.core.view.RunningJob;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packs over two partitions: when they start, and what the nodes do until then. */
class PackRoundTest {
  private static final JobId PACK = new JobId(1_000);

  private TwoPartitions both = new TwoPartitions();

  /**
   * A pack at the head of both queues starts by the time that is said first, whatever comes later:
   * jobs of any size and length, and further packs.
   */
  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", "easy-sjbf", "conservative"})
  void shouldNeverDelayAPackAtTheHeadByWhatComesLater(String policy) {
    int waited = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      begin(random);
      both.submit(PACK, 1 + random.nextInt(NODES), 1 + random.nextInt(NODES));
      both.tick(policy);
      Instant promised = Objects.requireNonNull(both.word(PACK).together());
      waited += both.starts.containsKey(PACK) ? 0 : 1;
      while (!both.starts.containsKey(PACK)) {
        both.aSecondPasses();
        assertThat(both.now()).as("seed %d", seed).isBeforeOrEqualTo(promised);
        comeLater(random);
        both.tick(policy);
      }
    }
    assertThat(waited).isGreaterThan(50);
  }

  /** Also what comes later starts in the end: packs keep nobody waiting for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", "easy-sjbf", "conservative"})
  void shouldStartAllPacksInTheEnd(String policy) {
    for (int seed = 0; seed < 8; seed++) {
      Random random = new Random(seed);
      begin(random);
      for (int i = 0; i < 60; i++) {
        comeLater(random);
        both.tick(policy);
        both.aSecondPasses();
      }
      for (int i = 0; i < 3_000 && !both.view(A).waiting().isEmpty(); i++) {
        both.aSecondPasses();
        both.tick(policy);
      }
      assertThat(both.view(A).waiting()).as("seed %d", seed).isEmpty();
    }
  }

  /** The nodes of the partition that is ready early are used until the other one is. */
  @Test
  void shouldFillTheTimeUntilAllPartitionsAreReady() {
    both.run(B, NODES, 100, 0);
    both.submit(PACK, NODES, NODES);
    both.tick("easy");
    Instant then = Instant.ofEpochSecond(100);
    assertThat(both.word(PACK).together()).isEqualTo(then);
    JobId brief = both.submit(A, 2, 90);
    JobId lengthy = both.submit(A, 2, 101);

    both.tick("easy");

    assertThat(both.view(A).running()).extracting(RunningJob::job).containsExactly(brief);
    assertThat(both.plan(A).waits().get(lengthy))
        .anySatisfy(why -> assertThat(why.describe()).contains("pack-1000"));
    assertThat(both.plan(A).waits().get(PACK)).contains(new PackWait(B, then));
  }

  @Test
  void shouldNotKeepNodesForAPackWhoseTurnItIsNotElsewhere() {
    both.run(B, NODES, 100, 0);
    both.submit(B, NODES, 50);
    both.submit(PACK, NODES, 1);
    JobId later = both.submit(A, NODES, 1_000);

    both.tick("easy");

    assertThat(both.view(A).running()).extracting(RunningJob::job).containsExactly(later);
    assertThat(both.plan(B).waits().get(PACK))
        .singleElement()
        .isInstanceOf(WaitReason.Priority.class);
    assertThat(both.plan(A).waits().get(PACK)).contains(new PackWait(B, null));
  }

  @Test
  void shouldAskTheOldestPacksOnly() {
    both.run(A, NODES, 100, 0);
    for (int i = 0; i < 2 * PackRound.MOST_ASKED; i++) {
      both.submit(new JobId(100 + i), 1, 1);
    }
    PackRound round = PackRound.of(Policies.named("easy"), both.view(A));

    SchedulingRound.plan(round, both.view(A), Trigger.PERIODIC);

    assertThat(round.stands())
        .hasSize(PackRound.MOST_ASKED)
        .allSatisfy(stand ->
            assertThat(stand.attempt().job().value()).isLessThan(100 + PackRound.MOST_ASKED));
  }

  private void begin(Random random) {
    both = new TwoPartitions();
    for (PartitionName name : List.of(A, B)) {
      for (int i = 0; i < 4; i++) {
        both.run(name, 1 + random.nextInt(3), 1 + random.nextInt(40), random.nextInt(40));
      }
    }
  }

  private void comeLater(Random random) {
    for (PartitionName name : List.of(A, B)) {
      if (random.nextInt(3) == 0) {
        both.submit(name, 1 + random.nextInt(NODES), 1 + random.nextInt(60));
      }
    }
    if (random.nextInt(10) == 0) {
      JobId job = new JobId(2_000 + both.now().getEpochSecond());
      both.submit(job, 1 + random.nextInt(3), 1 + random.nextInt(3));
    }
  }
}
