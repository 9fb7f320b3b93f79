package io.pliant.core.lending;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a pool that is full costs: words a job, and waiting. */
final class PoolCostTest {
  private static final int PARTITIONS = 10;
  private static final int SEEDS = Integer.getInteger("pliant.lending.seeds", 2);
  private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(2);

  /**
   * Short jobs of the default limit, so that forecasts are wrong; most are larger than their home.
   * A job that waits says little: its place is sought once or twice, and each lender has a claim, a
   * lease and its end to hear of. Most ends are written with what comes next.
   */
  @ParameterizedTest
  @CsvSource({"5, 1, 50", "10, 1, 50", "25, 1, 50", "5, 25, 50", "10, 25, 75", "50, 25, 75"})
  void shouldSayAndWriteLittleAJobAtAnySizeOfThePool(int nodes, int least, int most) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      expectLittle(seed, nodes, least, most);
    }
  }

  private static void expectLittle(long seed, int nodes, int least, int most) {
    LendingWorld world = new LendingWorld(seed, PARTITIONS, nodes);
    world.inOneProcess();
    world.run(Duration.ofSeconds(10));
    Random random = new Random(seed);
    long words = world.words;
    long leases = world.leases;
    long writes = world.writes;
    int jobs = 100;
    for (int i = 0; i < jobs; i++) {
      int need = least + random.nextInt(most - least + 1);
      world.submit(home(i), need, Duration.ofMillis(40), Duration.ofHours(1));
      world.run(Duration.ofMillis(5));
    }
    world.settle();

    assertThat(world.left()).isNull();
    assertThat(longestStandstill(world)).as("seed %d", seed).isLessThan(LONGEST_STANDSTILL);
    assertThat(world.words - words)
        .as("seed %d", seed)
        .isLessThan(30L * jobs + 16 * (world.leases - leases));
    assertThat((double) world.writes - writes)
        .as("seed %d", seed)
        .isLessThan(4.0 * jobs + 1.5 * (world.leases - leases));
  }

  /** Between one start and the next while jobs wait; each takes 40 ms. */
  private static Duration longestStandstill(LendingWorld world) {
    Duration longest = Duration.ZERO;
    Instant last = null;
    for (Instant start : world.started.values().stream().sorted().toList()) {
      Duration since = last == null ? Duration.ZERO : Duration.between(last, start);
      longest = since.compareTo(longest) > 0 ? since : longest;
      last = start;
    }
    return longest;
  }

  /** One job in ten is larger than its partition; limits are up to four times what jobs take. */
  @Test
  void shouldFillIdleNodesBesideAJobThatWaitsForItsPlace() {
    double wait = 0;
    int seeds = 6;
    for (long seed = 1; seed <= seeds; seed++) {
      wait += meanWaitOfAMix(seed) / seeds;
    }
    assertThat(wait).isLessThan(13);
  }

  private static double meanWaitOfAMix(long seed) {
    LendingWorld world = new LendingWorld(seed, 6, 6);
    world.run(Duration.ofSeconds(5));
    Random random = new Random(seed);
    List<JobId> jobs = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      int nodes = random.nextInt(10) == 0 ? 7 + random.nextInt(20) : 1 + random.nextInt(6);
      Duration run = Duration.ofMillis(1_000 + random.nextInt(20) * random.nextInt(1_500));
      Duration limit = run.multipliedBy(1L + random.nextInt(4));
      jobs.add(world.submit(home(random.nextInt(6)), nodes, run, limit));
      world.run(Duration.ofMillis((long) (nodes * run.toMillis() / (36 * 0.9))));
    }
    world.settle();
    assertThat(world.left()).isNull();
    return jobs.stream()
            .map(job -> Duration.between(world.submitted.get(job), started(world, job)))
            .mapToLong(Duration::toMillis)
            .average()
            .orElseThrow()
        / 1_000;
  }

  private static Instant started(LendingWorld world, JobId job) {
    return Objects.requireNonNull(
        world.started.get(job), () -> "Expected job " + job + " to start");
  }

  private static PartitionName home(int number) {
    return new PartitionName("p" + number % PARTITIONS);
  }
}
