package io.pliant.core.pack;

import static io.pliant.core.pack.PackedWorld.A;
import static io.pliant.core.pack.PackedWorld.B;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.pack.PackedWorld.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The partitions of a pack agree on its start: all hold it, or none, whatever dies when. */
class PackAgreementTest {
  private static final JobId JOB = new JobId(1);

  /** Faults that may happen in one run. */
  private record Budget(int givenUp, int deaths, int cancels) {}

  private record Run(PackedWorld world, Budget left) {}

  /**
   * Everything that was sent may arrive at any later time, in any order, never, or again and again;
   * at any step the job or a partition may forget all that is not durable, and the job may be given
   * up or cancelled.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldHoldInAllPartitionsOrInNoneInEveryOrderOfMessages(int which) {
    Budget budget =
        List.of(new Budget(1, 0, 1), new Budget(0, 1, 1), new Budget(1, 1, 0)).get(which);
    Set<List<Object>> seen = new HashSet<>();
    Set<Phase> phases = EnumSet.noneOf(Phase.class);
    Deque<Run> open = new ArrayDeque<>();
    open.add(new Run(PackedWorld.of(A), budget));
    int settled = 0;
    while (!open.isEmpty()) {
      Run run = open.removeFirst();
      List<Object> key = new ArrayList<>(run.world().key());
      key.add(run.left());
      if (!seen.add(key)) {
        continue;
      }
      PackChecks.check(run.world());
      phases.add(run.world().job(JOB).phase());
      if (seen.size() % 101 == 0) {
        PackChecks.settle(run.world(), "easy");
        settled++;
      }
      open.addAll(next(run));
      assertThat(seen.size()).as("a bound of the search").isLessThan(2_000_000);
    }
    assertThat(phases).contains(Phase.PENDING, Phase.LAUNCHING);
    assertThat(settled).isGreaterThan(50);
  }

  private static List<Run> next(Run run) {
    PackedWorld world = run.world();
    Budget left = run.left();
    List<Run> next = new ArrayList<>();
    for (Message message : world.net()) {
      next.add(new Run(world.arrives(message), left));
    }
    next.add(new Run(world.says(JOB), left));
    for (PartitionName name : List.of(A, B)) {
      next.add(new Run(world.tells(name), left));
      next.add(new Run(world.round(name, "easy"), left));
      if (left.deaths() > 0) {
        next.add(
            new Run(
                world.partitionForgets(name),
                new Budget(left.givenUp(), left.deaths() - 1, left.cancels())));
      }
    }
    if (left.givenUp() > 0) {
      next.add(
          new Run(
              world.runsOutOfPatience(JOB),
              new Budget(left.givenUp() - 1, left.deaths(), left.cancels())));
    }
    if (left.deaths() > 0) {
      next.add(
          new Run(
              world.jobForgets(JOB),
              new Budget(left.givenUp(), left.deaths() - 1, left.cancels())));
    }
    if (left.cancels() > 0) {
      next.add(
          new Run(
              world.cancel(JOB), new Budget(left.givenUp(), left.deaths(), left.cancels() - 1)));
    }
    return next;
  }

  /** Packs that want the same two nodes, led by either partition: each runs in the end. */
  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", "conservative"})
  void shouldStartPacksThatMeetCrosswiseOneAfterTheOther(String policy) {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      PackedWorld world = PackedWorld.of(A, B, A);
      for (int step = 0; step < 120; step++) {
        world = something(world, random, policy);
        PackChecks.check(world);
      }
      PackedWorld end = PackChecks.settle(world, policy);
      assertThat(end.packs().values())
          .allSatisfy(pack -> assertThat(pack.state().phase()).isEqualTo(Phase.ENDED));
    }
  }

  private static PackedWorld something(PackedWorld world, Random random, String policy) {
    JobId job = new JobId(1 + random.nextInt(3));
    PartitionName name = random.nextBoolean() ? A : B;
    return switch (random.nextInt(40)) {
      case 0 -> world.jobForgets(job);
      case 1 -> world.partitionForgets(name);
      case 2 -> world.runsOutOfPatience(job);
      case 3 -> random.nextInt(4) == 0 ? world.cancel(job) : world;
      case 4 -> random.nextInt(4) == 0 ? world.requeue(job) : world;
      case 5 -> world.ends(job);
      case 6, 7, 8, 9 -> world.round(name, policy);
      case 10, 11, 12 -> world.tells(name);
      case 13, 14, 15 -> world.says(job);
      default -> {
        List<Message> sent = List.copyOf(world.net());
        yield sent.isEmpty() ? world : world.arrives(sent.get(random.nextInt(sent.size())));
      }
    };
  }

  @Test
  void shouldKeepItsPlaceInTheQueueWhenAnAttemptIsGivenUp() {
    PackedWorld world = PackedWorld.of(A);
    world = arriveAll(world.says(JOB));
    Long rank = Objects.requireNonNull(world.ledger(B).ranks().get(JOB));

    world = arriveAll(world.round(A, "easy").round(B, "easy")); // both could now
    world = arriveAll(world.round(A, "easy").tells(A)); // one holds
    world = world.runsOutOfPatience(JOB);
    world = arriveAll(world.says(JOB));

    JobState job = world.job(JOB);
    assertThat(job.phase()).isEqualTo(Phase.PENDING);
    assertThat(job.attempt()).isEqualTo(2);
    assertThat(world.ledger(A).grants()).isEmpty();
    assertThat(world.ledger(B).ranks()).containsEntry(JOB, rank);
  }

  private static PackedWorld arriveAll(PackedWorld from) {
    PackedWorld world = from;
    for (int hop = 0; hop < 2; hop++) {
      for (Message message : List.copyOf(world.net())) {
        world = world.arrives(message);
      }
    }
    return world;
  }
}
