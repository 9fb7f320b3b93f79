package io.pliant.core.lending;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Two jobs that each need 80 % of a pool, among small jobs that need most of it: with the rules as
 * they are live, through rounds, reservations and letters.
 */
final class LendingFairnessTest {
  private static final int SEEDS = Integer.getInteger("pliant.lending.seeds", 10);
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** For letters, rounds, and the second in which partitions look around. */
  private static final Duration MARGIN = Duration.ofSeconds(10);

  @Test
  void shouldStartEachLargeJobWithinTheLongestLimitOfTheLastBeforeIt() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      LendingWorld world = new LendingWorld(seed, 5);
      Random random = new Random(seed);
      world.run(Duration.ofSeconds(3));
      small(world, random, Duration.ofSeconds(60));
      JobId first = world.submit(home(random), 16, Duration.ofSeconds(5));
      small(world, random, Duration.ofSeconds(5));
      JobId second = world.submit(home(random), 16, Duration.ofSeconds(5));
      small(world, random, Duration.ofSeconds(240));
      world.run(Duration.ofSeconds(200));
      expectInTime(world, first, seed);
      expectInTime(world, second, seed);
    }
  }

  private static PartitionName home(Random random) {
    return new PartitionName("p" + random.nextInt(5));
  }

  /** A stream that needs nine tenths of the pool's 20 nodes. */
  private static void small(LendingWorld world, Random random, Duration time) {
    Instant end = world.now().plus(time);
    while (world.now().isBefore(end)) {
      int nodes = 1 + random.nextInt(3);
      long millis = 1_000 + random.nextInt(18_000);
      world.submit(home(random), nodes, Duration.ofMillis(millis));
      world.run(Duration.ofMillis((long) (nodes * millis / (20 * 0.9))));
    }
  }

  private static void expectInTime(LendingWorld world, JobId large, long seed) {
    Instant submitted = world.submitted.get(large);
    Instant started = world.started.get(large);
    assertThat(started).as("seed " + seed).isNotNull();
    Instant last = submitted;
    for (Map.Entry<JobId, Instant> each : world.submitted.headMap(large).entrySet()) {
      Instant start = world.started.get(each.getKey());
      last = start != null && start.isAfter(last) ? start : last;
    }
    assertThat(Duration.between(last, started))
        .as("seed %d, job %s", seed, large)
        .isLessThan(LONGEST.plus(MARGIN));
  }
}
