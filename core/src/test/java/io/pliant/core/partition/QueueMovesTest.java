package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.array.JobArray;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueueMovesTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final List<PriorityRule> RULES =
      List.of(
          PriorityRule.SUBMISSION,
          PriorityRule.of(PriorityWeights.PSP, Duration.ofDays(14), DAY),
          PriorityRule.of(new PriorityWeights(0, 1, 0, 0, 0, 0), DAY, DAY));

  private PartitionState state = PartitionState.empty(new PartitionName("main"));
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long next = 1;

  private JobId submit(String user, int nodes, @Nullable Bookkeeping asked) {
    return submit(queued(user, nodes).with(asked));
  }

  private JobId submit(QueuedJob job) {
    state = state.evolve(new PartitionEvent.JobEnqueued(job, state.nextRank(), now, null));
    next += job.array() == null ? 1 : job.array().numbers();
    return job.job();
  }

  private QueuedJob queued(String user, int nodes) {
    return new QueuedJob(
        new JobId(next),
        1,
        "job",
        user,
        ResourceRequest.wholeNodes(nodes),
        Duration.ofHours(1),
        false,
        null,
        now,
        null);
  }

  private List<JobId> order(PriorityRule rule) {
    return RankedQueue.of(state, rule, now).jobs().stream().map(QueuedJob::job).toList();
  }

  private void apply(QueueMoves.Move move) {
    QueuedJob job = state.waiting(move.job());
    Bookkeeping before = Bookkeeping.orNone(job == null ? null : job.bookkeeping());
    Bookkeeping asked =
        new Bookkeeping(before.account(), before.qos(), null, move.nice(), before.priority());
    int number = job == null ? 1 : Revision.number(job.revision()) + 1;
    state =
        state.evolve(
            new PartitionEvent.JobRevised(
                move.job(), new Revision(number, "job", null, null, asked, null), now));
  }

  /** How many of the user's jobs stand before each job of others. */
  private Map<JobId, Integer> before(PriorityRule rule, List<JobId> mine) {
    Map<JobId, Integer> counts = new HashMap<>();
    int count = 0;
    for (JobId job : order(rule)) {
      if (mine.contains(job)) {
        count++;
      } else {
        counts.put(job, count);
      }
    }
    return counts;
  }

  /**
   * Those named come first of the user's jobs, the others keep their order, and at no time do more
   * of them stand before anybody else's job than before.
   */
  @Test
  void shouldMoveJobsBeforeOthersOfTheSameUserAndHarmNobody() {
    int moved = 0;
    for (int seed = 0; seed < 600; seed++) {
      Random random = new Random(seed);
      PriorityRule rule = RULES.get(random.nextInt(RULES.size()));
      state = PartitionState.empty(new PartitionName("main"));
      List<JobId> mine = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String user = random.nextBoolean() ? "ada" : "bob";
        int nice = random.nextInt(3) == 0 ? random.nextInt(2_000) - 1_000 : 0;
        JobId job =
            submit(user, 1 + random.nextInt(3), new Bookkeeping(null, null, null, nice, null));
        if (user.equals("ada")) {
          mine.add(job);
        }
        now = now.plusMillis(random.nextInt(4) == 0 ? 0 : random.nextInt(600_000));
      }
      if (mine.isEmpty()) {
        continue;
      }
      List<JobId> old = order(rule).stream().filter(mine::contains).toList();
      List<JobId> named = new ArrayList<>(mine);
      Collections.shuffle(named, random);
      named = named.subList(0, 1 + random.nextInt(named.size()));
      Map<JobId, Integer> harmless = before(rule, mine);
      QueueMoves.Plan plan = QueueMoves.first(state, rule, now, named);
      assertThat(plan.refusal()).isNull();
      for (QueueMoves.Move move : plan.moves()) {
        apply(move);
        before(rule, mine)
            .forEach((job, count) ->
                assertThat(count).as("before %s", job).isLessThanOrEqualTo(harmless.get(job)));
      }
      List<JobId> wanted = new ArrayList<>(named);
      old.stream().filter(job -> !wanted.contains(job)).forEach(wanted::add);
      assertThat(order(rule).stream().filter(mine::contains).toList())
          .as("seed %d", seed)
          .isEqualTo(wanted);
      assertThat(QueueMoves.first(state, rule, now, named).moves()).isEmpty();
      moved += plan.moves().isEmpty() ? 0 : 1;
    }
    assertThat(moved).isGreaterThan(300);
  }

  /** In order of submission a nice of 1 is two minutes: the others lose no more than that. */
  @Test
  void shouldCostLittle() {
    JobId first = submit("ada", 1, null);
    now = now.plusSeconds(1);
    JobId second = submit("ada", 1, null);
    now = now.plusSeconds(1);
    JobId third = submit("ada", 1, null);
    QueueMoves.Plan plan =
        QueueMoves.first(state, PriorityRule.SUBMISSION, now, List.of(third, third));
    assertThat(plan.moves())
        .containsExactly(new QueueMoves.Move(first, 1), new QueueMoves.Move(second, 1));
  }

  @Test
  void shouldSayWhatCannotBeMoved() {
    JobId ada = submit("ada", 1, null);
    JobId bob = submit("bob", 1, null);
    JobId paid = submit("ada", 1, new Bookkeeping("physics", null, null));
    JobId given = submit("ada", 1, new Bookkeeping(null, null, null, null, 7L));
    JobId held = submit(queued("ada", 1).withHeld(true));
    now = now.plusSeconds(1);
    JobId array = submit(queued("ada", 1).as(JobArray.parse("0-9"), null));
    refused("Expected jobs of one user, account", ada, bob);
    refused("Expected jobs of one user, account", ada, paid);
    refused("an operator gave it one", given);
    refused("'pliant release %s' comes first".formatted(held), held);
    refused("Expected the array %s".formatted(array), new JobId(array.value() + 3));
    refused("Expected job 999 to wait in partition main", new JobId(999));
    assertThat(QueueMoves.first(state, PriorityRule.SUBMISSION, now, List.of(array)).moves())
        .extracting(QueueMoves.Move::job)
        .containsExactly(ada);
  }

  @Test
  void shouldBoundHowManyJobsItMoves() {
    for (int i = 0; i <= QueueMoves.MOST; i++) {
      submit("ada", 1, null);
    }
    JobId last = submit("ada", 1, null);
    refused("Expected at most 1000 jobs to change their places", last);
  }

  private void refused(String why, JobId... jobs) {
    QueueMoves.Plan plan = QueueMoves.first(state, PriorityRule.SUBMISSION, now, List.of(jobs));
    assertThat(plan.refusal()).contains(why);
    assertThat(plan.moves()).isEmpty();
  }
}
