package io.pliant.core.lending;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.LeaseBook;
import io.pliant.core.pool.PoolStanding;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Running jobs that grow onto nodes of other partitions, and give them back to who waits. */
final class GrowthTest {
  private static final int SEEDS = Integer.getInteger("pliant.lending.seeds", 10);
  private static final PartitionName HOME = new PartitionName("p0");
  private static final PartitionName OTHER = new PartitionName("p1");

  @Test
  void shouldGrowOntoOwnNodesAndThoseOfOthers() {
    LendingWorld world = new LendingWorld(3, 3);
    world.run(Duration.ofSeconds(3));
    JobId job = grown(world, 8);
    Grant grant = grant(world, job);
    assertThat(grant.allocation().slices()).hasSize(9);
    assertThat(grant.own()).as("its home has four").hasSize(4);
    assertThat(world.partition(HOME).state().view(world.now()).running().getFirst().size())
        .as("rounds leave it alone meanwhile")
        .isNull();
    assertThat(away(world)).isEqualTo(5);
    world.run(Duration.ofSeconds(600));
    assertThat(world.left()).isNull();
  }

  @Test
  void shouldSayWhatThePoolHasWhenItHasTooFew() {
    LendingWorld world = new LendingWorld(1, 3);
    world.run(Duration.ofSeconds(3));
    JobId job = world.submit(HOME, 2, Duration.ofSeconds(300), GrowingPrograms.upTo(100));
    world.submit(OTHER, 3, Duration.ofSeconds(300));
    world.run(Duration.ofSeconds(2));
    world.programs.ask(HOME, job, 20);
    world.run(Duration.ofSeconds(8));
    assertThat(world.programs.grown).hasSize(1);
    assertThat(world.programs.grown.getFirst().refusal()).contains("1 of p1").contains("4 of p2");
    assertThat(away(world)).isZero();
  }

  @Test
  void shouldGiveBackToTheFirstThatWaitsThereAndKeepTheRest() {
    LendingWorld world = new LendingWorld(3, 3);
    world.run(Duration.ofSeconds(3));
    JobId job = grown(world, 8);
    int lent = world.partition(OTHER).state().leases().slices().size();
    JobId waits = world.submit(OTHER, 4, Duration.ofSeconds(20));
    world.run(Duration.ofSeconds(15));
    assertThat(lent).isPositive();
    assertThat(world.started).containsKey(waits);
    assertThat(grant(world, job).allocation().slices()).hasSize(9 - lent);
    assertThat(world.programs.shrunk).isEqualTo(1);
  }

  @Test
  void shouldLeaveAJobItsLeastSizeAndHearNoStranger() {
    LendingWorld world = new LendingWorld(3, 3);
    world.run(Duration.ofSeconds(3));
    JobId job = grown(world, 8);
    PartitionName third = new PartitionName("p2");
    world.run(Duration.ofSeconds(10)); // no resize goes on
    LeaseBook.Lent lent = world.partition(third).state().leases().lent().getFirst();
    PoolStanding standing = new PoolStanding(0, 4, 1, null);

    world.partition(HOME).hear(new PoolWord.WantsBack(third, standing, lent.lease(), 100));
    world.run(Duration.ofSeconds(10));

    Grant after = grant(world, job);
    assertThat(after.allocation().slices()).hasSize(9 - lent.slices().size());
    assertThat(after.own()).hasSize(4);
    assertThat(new PoolWord.WantsBack(OTHER, standing, new LeaseId(third, 1), 1).isHonest(HOME))
        .as("a lease of another borrower")
        .isFalse();
  }

  @Test
  void shouldLeaveAJobWhatNobodyCouldUseYet() {
    LendingWorld world = new LendingWorld(3, 3);
    world.run(Duration.ofSeconds(3));
    world.submit(OTHER, 2, Duration.ofSeconds(260));
    world.run(Duration.ofSeconds(2));
    JobId job = grown(world, 8);
    int lent = world.partition(OTHER).state().leases().slices().size();
    assertThat(lent).isPositive();

    world.submit(OTHER, 4, Duration.ofSeconds(20));
    world.run(Duration.ofSeconds(60));
    assertThat(world.programs.shrunk).as("the other job runs on two nodes for 260 s").isZero();
    assertThat(grant(world, job).allocation().slices()).hasSize(9);

    world.run(Duration.ofSeconds(170));
    assertThat(world.programs.shrunk).isPositive();
  }

  /** With long limits it would wait until they are over, if they kept what they have grown onto. */
  @Test
  void shouldStartALargeJobSoonThoughOthersHaveGrownOverThePool() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      LendingWorld world = new LendingWorld(seed, 3);
      world.run(Duration.ofSeconds(3));
      JobId job = world.submit(HOME, 1, Duration.ofSeconds(3_000), GrowingPrograms.upTo(12));
      world.run(Duration.ofSeconds(2));
      for (int i = 0; i < 20 && grant(world, job).allocation().slices().size() < 10; i++) {
        world.run(Duration.ofSeconds(5));
        int size = grant(world, job).allocation().slices().size();
        if (size < 12) {
          world.programs.ask(HOME, job, Math.min(12 - size, 5));
        }
      }
      world.run(Duration.ofSeconds(10));
      assertThat(away(world)).as("seed " + seed).isPositive();
      Instant submitted = world.now();
      JobId large = world.submit(OTHER, 7, Duration.ofSeconds(5));
      world.run(Duration.ofSeconds(90));
      assertThat(world.started).as("seed " + seed).containsKey(large);
      assertThat(Duration.between(submitted, world.started.get(large)))
          .as("seed " + seed)
          .isLessThan(Duration.ofSeconds(60));
    }
  }

  @Test
  void shouldBringEachJobToItsEndAndEachNodeHomeWhateverIsLostOrDies() {
    long deaths = 0;
    int onLent = 0;
    int shrunk = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      LendingWorld world = new LendingWorld(seed, 3);
      Random random = new Random(seed);
      world.run(Duration.ofSeconds(3));
      world.trouble(random.nextInt(4) * 0.08);
      for (int i = 0; i < 40; i++) {
        PartitionName home = new PartitionName("p" + random.nextInt(3));
        boolean grows = random.nextInt(3) == 0;
        Duration run = Duration.ofMillis(100 + random.nextInt(grows ? 40_000 : 10_000));
        int nodes = 1 + random.nextInt(grows ? 2 : random.nextInt(4) == 0 ? 12 : 4);
        JobId job = world.submit(home, nodes, run, grows ? GrowingPrograms.upTo(12) : null);
        world.run(Duration.ofMillis(random.nextInt(3_000)));
        if (grows) {
          world.programs.ask(home, job, 1 + random.nextInt(8));
        }
        world.run(Duration.ofMillis(random.nextInt(1_000)));
      }
      world.settle();
      assertThat(world.left()).as("seed " + seed).isNull();
      assertThat(world.started).as("seed " + seed).hasSize(40);
      deaths += world.deaths;
      onLent += world.programs.grownOnLentNodes;
      shrunk += world.programs.shrunk;
    }
    assertThat(deaths).isPositive();
    assertThat(onLent).as("growths onto lent nodes").isGreaterThan(SEEDS / 2);
    assertThat(shrunk).as("given back to who waits").isPositive();
  }

  /** A job of one node that has grown by so many. */
  private static JobId grown(LendingWorld world, int more) {
    JobId job = world.submit(HOME, 1, Duration.ofSeconds(300), GrowingPrograms.upTo(12));
    world.run(Duration.ofSeconds(2));
    for (int i = 0; i < 20 && grant(world, job).allocation().slices().size() < 1 + more; i++) {
      world.programs.ask(HOME, job, 1 + more - grant(world, job).allocation().slices().size());
      world.run(Duration.ofSeconds(5));
    }
    return job;
  }

  private static Grant grant(LendingWorld world, JobId job) {
    Grant grant = world.partition(HOME).state().grants().get(job);
    if (grant == null) {
      throw new IllegalStateException(
          "Expected job %s to run, but the grants are of %s."
              .formatted(job, world.partition(HOME).state().grants().keySet()));
    }
    return grant;
  }

  private static int away(LendingWorld world) {
    return world.partitions.values().stream()
        .mapToInt(partition -> partition.state().leases().slices().size())
        .sum();
  }
}
