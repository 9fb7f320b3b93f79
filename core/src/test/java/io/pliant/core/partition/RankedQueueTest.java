package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Decision;
import io.pliant.core.priority.FairShare;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.core.priority.UserHistories;
import io.pliant.core.priority.UserHistory;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

/** The order of a live partition's queue, from its events alone. */
final class RankedQueueTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final PriorityRule PSP =
      PriorityRule.of(PriorityWeights.PSP, Duration.ofDays(14), Duration.ofDays(7));
  private static final PriorityRule FAIR =
      PriorityRule.of(new PriorityWeights(0, 0, 0, 0, 1, 0), DAY, DAY);

  private final List<PartitionEvent> journal = new ArrayList<>();
  private PartitionState state = PartitionState.empty(new PartitionName("main"));
  private PartitionLifecycle lifecycle = new PartitionLifecycle(settings(PSP));
  private Instant now = Instant.EPOCH;
  private long next = 1;

  RankedQueueTest() {
    for (String node : List.of("n1", "n2", "n3", "n4")) {
      tell(new PartitionIntent.NodeSeen(new NodeName(node), new NodeCapacity(4, 1000), List.of()));
    }
  }

  @Test
  void shouldKeepTheOrderOfSubmissionUnlessToldOtherwise() {
    ran("ada", 0.9, JobStatus.COMPLETED);
    JobId bob = submit("bob", 4);
    JobId ada = submit("ada", 1);
    assertThat(order(PriorityRule.SUBMISSION)).containsExactly(bob, ada);
    assertThat(RankedQueue.of(state, PriorityRule.SUBMISSION, now).priority(waiting(bob))).isNull();
  }

  @Test
  void shouldLetGoodEstimatesPassAndRecomputeWithEachCompletion() {
    // given: bob is in the middle class, about whom nothing is known
    JobId bob = submit("bob", 1);
    JobId ada = submit("ada", 1);
    assertThat(order(PSP)).containsExactly(bob, ada);

    // when
    ran("ada", 0.9, JobStatus.COMPLETED);
    assertThat(order(PSP)).containsExactly(ada, bob);

    // then
    ran("bob", 1, JobStatus.TIMEOUT);
    assertThat(order(PSP)).containsExactly(bob, ada);
    for (int i = 0; i < 3; i++) {
      ran("bob", 0.1, JobStatus.COMPLETED);
    }
    assertThat(order(PSP)).containsExactly(ada, bob);
  }

  @Test
  void shouldRememberTenJobsAndNoneThatSayNothing() {
    for (int i = 0; i < 12; i++) {
      ran("ada", 0.1, JobStatus.COMPLETED);
    }
    for (int i = 0; i < 7; i++) {
      ran("ada", 1, JobStatus.COMPLETED);
    }
    ran("ada", 0, JobStatus.FAILED);
    ran("ada", 0, JobStatus.CANCELLED);
    ran("ada", 0, null);
    UserAccuracy ada = state.users().accuracy("ada");
    assertThat(ada.ratios()).hasSize(10);
    assertThat(ada.mean()).isCloseTo(0.73, Offset.offset(1e-6));
  }

  @Test
  void shouldComeBackFromJournalAndFromSnapshot() {
    // given
    ran("ada", 0.9, JobStatus.COMPLETED);
    ran("bob", 0.3, JobStatus.COMPLETED);
    submit("bob", 1);
    submit("cy", 1);
    submit("ada", 1);
    List<JobId> before = order(PSP);

    // then
    PartitionState replayed = PartitionState.empty(new PartitionName("main"));
    for (PartitionEvent event : journal) {
      replayed = replayed.evolve(event);
    }
    assertThat(replayed).isEqualTo(state);
    state = PartitionSnapshot.of(state).toState();
    assertThat(state).isEqualTo(replayed);
    assertThat(order(PSP)).isEqualTo(before).hasSize(3);
  }

  @Test
  void shouldReadWhatWasWrittenBeforeUsersWereRemembered() {
    JobId ada = submit("ada", 1);
    start(ada);
    state = state.evolve(new PartitionEvent.NodesReleased(ada, 1, now, null, null));
    assertThat(state.users()).isEqualTo(UserHistories.NONE);
    PartitionSnapshot old = PartitionSnapshot.of(state);
    PartitionSnapshot without =
        new PartitionSnapshot(
            old.name(),
            old.version(),
            old.term(),
            old.nextRank(),
            old.nodes(),
            old.queue(),
            old.ranks(),
            old.grants(),
            old.keys(),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    assertThat(without.toState()).isEqualTo(state);
  }

  @Test
  void shouldLetTheLowestClassReachTheHighestByWaiting() {
    for (int i = 0; i < 3; i++) {
      ran("bob", 0.05, JobStatus.COMPLETED);
      ran("ada", 1, JobStatus.COMPLETED);
    }
    JobId bob = submit("bob", 1);
    now = now.plus(Duration.ofDays(13));
    JobId ada = submit("ada", 1);
    assertThat(order(PSP)).containsExactly(ada, bob);
    now = now.plus(DAY).plusSeconds(1);
    JobId fresh = submit("ada", 1);
    assertThat(order(PSP)).containsExactly(ada, bob, fresh);
  }

  @Test
  void shouldOrderByPastUseThatDecaysAndByShares() {
    // given
    lifecycle = new PartitionLifecycle(settings(FAIR));
    ran("ada", 1, JobStatus.COMPLETED);
    JobId ada = submit("ada", 1);
    JobId bob = submit("bob", 1);
    assertThat(order(FAIR)).containsExactly(bob, ada);

    // when: ten days later the old use is nearly forgotten
    now = now.plus(Duration.ofDays(10));
    ran("bob", 0.5, JobStatus.FAILED);
    assertThat(order(FAIR)).containsExactly(ada, bob);

    // then: with most shares ada used less than her share, whenever it was
    TreeMap<String, FairShare.Account> accounts = new TreeMap<>();
    accounts.put("physics", new FairShare.Account(null, 1, 0));
    accounts.put("rest", new FairShare.Account(null, 1_000, 0));
    TreeMap<String, String> users = new TreeMap<>();
    users.put("ada", "physics");
    users.put("bob", "rest");
    PriorityRule shares = new PriorityRule(FAIR.weights(), DAY, DAY, accounts, users);
    assertThat(order(shares)).containsExactly(bob, ada);
  }

  @Test
  void shouldComputeAllFairSharesAsOneByOne() {
    TreeMap<String, FairShare.Account> accounts = new TreeMap<>();
    accounts.put("root1", new FairShare.Account(null, 3, 0));
    accounts.put("root2", new FairShare.Account(null, 1, 0));
    accounts.put("sub", new FairShare.Account("root1", 2, 0));
    accounts.put("ada", new FairShare.Account("sub", 1, 70));
    accounts.put("bob", new FairShare.Account("sub", 4, 10));
    accounts.put("cy", new FairShare.Account("root1", 1, 5));
    accounts.put("dot", new FairShare.Account("root2", 1, 15));
    FairShare tree = new FairShare(accounts, 1000, 0).summed();
    tree.leafFactors()
        .forEach((name, factor) -> assertThat(factor).as(name).isEqualTo(tree.factor(name)));
    assertThat(tree.leafFactors()).containsOnlyKeys("ada", "bob", "cy", "dot");
    assertThat(Objects.requireNonNull(tree.accounts().get("root1")).use()).isEqualTo(85);
  }

  @Test
  void shouldOrderByWhatJobsAskOfTheirPlaceAndKeepTheOthersAsTheyCame() {
    JobId first = submit("ada", 1);
    now = now.minus(DAY); // an older job that was requeued, behind the first
    JobId older = submit("bob", 1);
    now = now.plus(DAY);
    JobId nice = submit("ada", 1, new Bookkeeping(null, null, null, 100, null));
    JobId last = submit("ada", 1);
    JobId urgent = submit("ada", 1, new Bookkeeping(null, null, null, -1_000, null));
    JobId given = submit("ada", 1, new Bookkeeping(null, null, null, null, 100_000L));
    assertThat(order(PriorityRule.SUBMISSION))
        .containsExactly(given, urgent, first, older, last, nice);

    // then: a day of waiting weighs as much as a nice of 714 where 14 days are the full age
    now = now.plus(DAY);
    JobId fresh = submit("ada", 1);
    assertThat(order(PriorityRule.SUBMISSION))
        .containsExactly(given, urgent, first, older, last, nice, fresh);
    assertThat(RankedQueue.of(state, PriorityRule.SUBMISSION, now).priority(waiting(nice)))
        .isCloseTo(1.0 / 14 - 0.01, Offset.offset(1e-9));
  }

  @Test
  void shouldOrderByQualityOfServiceWhereItHasAWeight() {
    TreeMap<String, Double> services = new TreeMap<>(Map.of("high", 1.0, "low", 0.2));
    PriorityRule rule =
        new PriorityRule(
            new PriorityWeights(1, 0, 0, 1, 0, 0),
            DAY,
            DAY,
            new TreeMap<>(),
            new TreeMap<>(),
            services);
    JobId plain = submit("ada", 1);
    JobId low = submit("ada", 1, new Bookkeeping("a", "low", null));
    JobId high = submit("ada", 1, new Bookkeeping("a", "high", null));
    JobId unknown = submit("ada", 1, new Bookkeeping("a", "gone", null));
    assertThat(order(rule)).containsExactly(high, low, plain, unknown);
    assertThat(order(PriorityRule.SUBMISSION)).containsExactly(plain, low, high, unknown);
  }

  @Test
  void shouldOrderBySizeAndKeepTiesInOrderOfSubmission() {
    PriorityRule size = PriorityRule.of(new PriorityWeights(0, 1, 0, 0, 0, 0), DAY, DAY);
    JobId small = submit("ada", 1);
    JobId wide = submit("ada", 4);
    JobId other = submit("bob", 4);
    assertThat(order(size)).containsExactly(wide, other, small);
    assertThat(Objects.requireNonNull(QueueSnapshot.of(state, size, now).rank(small)).position())
        .isEqualTo(3);
  }

  @Test
  void shouldForgetWhoWasGoneLongestWhenThereAreTooManyUsers() {
    TreePMap<String, UserHistory> many = TreePMap.empty();
    for (int i = 0; i < UserHistories.MOST; i++) {
      many =
          many.plus(
              "u" + i, new UserHistory(UserAccuracy.NONE, 1, Instant.ofEpochSecond(1 + i % 9999)));
    }
    many = many.plus("u77", new UserHistory(UserAccuracy.NONE, 1, Instant.EPOCH));
    UserHistories one =
        new UserHistories(many).with("new", new UserHistory(UserAccuracy.NONE, 1, Instant.MAX));
    assertThat(one.byName())
        .hasSize(UserHistories.MOST)
        .containsKey("new")
        .doesNotContainKey("u77");
  }

  @Test
  void shouldRefuseAccountsThatDoNotLeadToTheRoot() {
    TreeMap<String, FairShare.Account> accounts = new TreeMap<>();
    accounts.put("a", new FairShare.Account("b", 1, 0));
    accounts.put("b", new FairShare.Account("a", 1, 0));
    assertThatThrownBy(() -> new PriorityRule(FAIR.weights(), DAY, DAY, accounts, new TreeMap<>()))
        .hasMessageContaining("circle");
  }

  /** A job of an hour's limit that ran for a part of it, ahead of all that wait. */
  private void ran(String user, double part, @Nullable JobStatus ended) {
    JobId job = submit(user, 1);
    start(job);
    now = now.plusMillis((long) (part * 3_600_000));
    tell(new PartitionIntent.Release(new AttemptId(job, 1), ended));
  }

  @Test
  void shouldShowARoundTheHeadOfALongQueueAndNotCountWhatCannotStart() {
    JobId first = submit("bob", 1);
    JobId large = submit("bob", 4);
    JobId second = submit("bob", 2);
    JobId third = submit("bob", 1);
    submit("bob", 1);
    assertThat(order(PriorityRule.SUBMISSION, 2)).containsExactly(first, large);
    assertThat(order(PriorityRule.SUBMISSION, 5)).hasSize(5);

    tell(new PartitionIntent.Drain(new NodeName("n4"), "disk", "root"));
    assertThat(order(PriorityRule.SUBMISSION, 2)).containsExactly(first, large, second);
    assertThat(order(PriorityRule.SUBMISSION, 3)).containsExactly(first, large, second, third);
  }

  @Test
  void shouldListAUsersJobsAsTheyStandAmongAllOthers() {
    start(submit("ada", 1));
    for (String user : List.of("bob", "ada", "bob", "ada", "eve")) {
      submit(user, 1);
    }
    QueueFilter filter = new QueueFilter("ada", List.of());
    List<QueueSnapshot.Line> own =
        QueueSnapshot.of(state, PSP, now, filter).after(null, filter).toList();
    assertThat(own)
        .hasSize(3)
        .isEqualTo(QueueSnapshot.of(state, PSP, now).after(null, filter).toList());
    assertThat(filter.selectsFew(state)).isTrue();
    assertThat(QueueFilter.ALL.selectsFew(state)).isFalse();
  }

  private List<JobId> order(PriorityRule rule, int most) {
    return state.view(now, rule, Map.of(), most).waiting().stream().map(WaitingJob::job).toList();
  }

  private JobId submit(String user, int nodes) {
    return submit(user, nodes, null);
  }

  private JobId submit(String user, int nodes, @Nullable Bookkeeping asked) {
    JobId job = new JobId(next++);
    QueuedJob queued =
        new QueuedJob(
                job,
                1,
                "job",
                user,
                ResourceRequest.wholeNodes(nodes),
                Duration.ofHours(1),
                false,
                null,
                now,
                null)
            .with(asked);
    assertThat(tell(new PartitionIntent.Enqueue(queued))).isEqualTo(new PartitionReply.Queued());
    return job;
  }

  private void start(JobId job) {
    Slice slice = new Slice(new NodeName("n1"), 4, 1000, 1);
    Decision.Start start = new Decision.Start(job, new Allocation(List.of(slice)));
    tell(new PartitionIntent.StartJobs(List.of(start)));
  }

  private QueuedJob waiting(JobId job) {
    return Objects.requireNonNull(state.waiting(job));
  }

  private List<JobId> order(PriorityRule rule) {
    return state.view(now, rule).waiting().stream().map(WaitingJob::job).toList();
  }

  private PartitionReply tell(PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, now);
    for (PartitionEvent event : outcome.events()) {
      journal.add(event);
      state = state.evolve(event);
    }
    return outcome.reply();
  }

  private static PartitionSettings settings(PriorityRule rule) {
    return new PartitionSettings(
        new PartitionName("main"),
        true,
        "*",
        "easy",
        DAY,
        null,
        false,
        5,
        rule,
        null,
        LedgerLimits.USUAL,
        FaultRules.USUAL);
  }
}
