package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whose keys are whose, for how long, and how much one user and all may have. */
class LedgerLimitsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T02:00:00Z");
  private static final Duration KEEP = Duration.ofDays(7);

  private PartitionState state = PartitionState.empty(new PartitionName("main"));
  private Instant now = NOW;
  private LedgerLimits limits = new LedgerLimits(3, 5, 1000, 1500, 4, 6, KEEP);
  private ResourceRequest resources = ResourceRequest.single();
  private long lastId;

  @Test
  void shouldTellTheKeysOfUsersApart() {
    JobId ada = queued("ada", "nightly", 1);
    assertThat(submit("bob", "nightly", 1)).isInstanceOf(PartitionReply.Queued.class);
    assertThat(submit("ada", "nightly", 1)).isEqualTo(new PartitionReply.DuplicateOf(ada));
  }

  @Test
  void shouldKnowAKeyForItsTimeHoweverManyCameSince() {
    // given
    limits = new LedgerLimits(10_000, 10_000, 1 << 20, 1 << 20, 10_000, 10_000, KEEP);
    JobId nightly = queued("ada", "nightly", 1);
    release(nightly);
    for (int i = 0; i < 4_300; i++) {
      release(queued("ada", "k" + i, 1));
    }

    // when
    now = NOW.plus(KEEP).minusSeconds(1);
    PartitionReply within = submit("ada", "nightly", 1);
    now = NOW.plus(KEEP).plusSeconds(1);
    PartitionReply after = submit("ada", "nightly", 1);

    // then
    assertThat(within).isEqualTo(new PartitionReply.DuplicateOf(nightly));
    assertThat(after).isInstanceOf(PartitionReply.Queued.class);
    assertThat(state.keys().lasting().count()).isEqualTo(1);
  }

  @Test
  void shouldRefuseRatherThanForgetAKey() {
    for (int i = 0; i < 4; i++) {
      release(queued("ada", "k" + i, 1));
    }
    assertThat(refusal(submit("ada", "k4", 1))).contains("limits.user-keys").contains("168 hours");
    assertThat(submit("ada", null, 1)).isInstanceOf(PartitionReply.Queued.class);
    queued("bob", "b0", 1);
    queued("bob", "b1", 1);
    assertThat(refusal(submit("eve", "e0", 1))).contains("limits.partition-keys");
    now = NOW.plus(KEEP).plusSeconds(1);
    assertThat(submit("eve", "e0", 1)).isInstanceOf(PartitionReply.Queued.class);
  }

  @Test
  void shouldTakeAnyNumberOfSubmissionsWhoseKeysAreForOneRetry() {
    // given
    limits = new LedgerLimits(30_000, 30_000, 1 << 20, 1 << 20, 1, 1, KEEP);
    JobId first = queued("ada", "retry-0", 1);
    for (int i = 1; i < SubmissionKeys.MOST_RETRIES; i++) {
      release(queued("ada", "retry-" + i, 1));
    }

    // then
    assertThat(submit("ada", "retry-0", 1)).isEqualTo(new PartitionReply.DuplicateOf(first));
    assertThat(submit("bob", "retry-0", 1)).isInstanceOf(PartitionReply.Queued.class);
    assertThat(state.keys().retries().count()).isEqualTo(SubmissionKeys.MOST_RETRIES);
    now = now.plus(SubmissionKeys.KEEP_RETRIES).plusSeconds(1);
    assertThat(submit("ada", "retry-1", 1)).isInstanceOf(PartitionReply.Queued.class);
    assertThat(state.keys().retries().count()).isEqualTo(1);
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);
  }

  @Test
  void shouldRefuseMoreJobsThanAUserAndThePartitionMayHave() {
    JobId first = queued("ada", null, 1);
    queued("ada", null, 1);
    queued("ada", null, 1);
    assertThat(refusal(submit("ada", null, 1))).contains("3 jobs").contains("limits.user-jobs");
    release(first);
    queued("ada", null, 1);
    queued("bob", null, 1);
    queued("bob", null, 1);
    assertThat(refusal(submit("eve", null, 1))).contains("limits.partition-jobs");
  }

  @Test
  void shouldRefuseMoreBytesThanAUserAndThePartitionMayHave() {
    queued("ada", null, 1000);
    assertThat(refusal(submit("ada", null, 1)))
        .contains("1000 bytes")
        .contains("limits.user-bytes");
    queued("bob", null, 500);
    assertThat(refusal(submit("eve", null, 1))).contains("limits.partition-bytes");
  }

  @Test
  void shouldCountListsOfNodesAsBytes() {
    List<NodeName> names =
        IntStream.range(0, 100).mapToObj(number -> new NodeName("node" + number)).toList();
    resources = resources.on(new NodeChoice(names, null, null));
    assertThat(refusal(submit("ada", null, 1))).contains("limits.user-bytes", "lists of nodes");
    resources = resources.on(null);
    queued("ada", null, 1);
  }

  @Test
  void shouldTakeARequeueWhateverTheLimits() {
    JobId first = queued("ada", "k", 1000);
    limits = new LedgerLimits(0, 0, 0, 0, 0, 0, KEEP);
    QueuedJob again = job(first, 2, "ada", "k", 1000);
    assertThat(tell(new PartitionIntent.Enqueue(again))).isInstanceOf(PartitionReply.Queued.class);
    assertThat(state.loads().all()).isEqualTo(new UserLoads.Load(1, 1000));
  }

  @Test
  void shouldForgetByNumberWhereEventsDoNotSayUntilWhen() {
    for (int i = 0; i < 4_100; i++) {
      JobId id = new JobId(i + 1L);
      state =
          state.evolve(new PartitionEvent.JobEnqueued(job(id, 1, "ada", "k" + i, 0), i, NOW, null));
      state = state.evolve(new PartitionEvent.JobWithdrawn(id, "", NOW));
    }
    assertThat(state.keys().lasting().count()).isBetween(4_000, 4_001);
    assertThat(state.keys().find("ada", "k0")).isNull();
    assertThat(state.keys().find("ada", "k4099")).isNotNull();
  }

  @Test
  void shouldKnowTheKeysOfOldSnapshots() {
    // given
    JobId live = queued("ada", "live", 1);
    JobId over = queued("bob", "over", 1);
    release(over);
    PartitionSnapshot snapshot = PartitionSnapshot.of(state);
    List<PartitionSnapshot.SubmissionKey> old =
        snapshot.keys().stream()
            .map(k -> new PartitionSnapshot.SubmissionKey(k.key(), k.job(), k.rank(), null, null))
            .toList();

    // when
    state =
        new PartitionSnapshot(
                snapshot.name(),
                snapshot.version(),
                snapshot.term(),
                snapshot.nextRank(),
                snapshot.nodes(),
                snapshot.queue(),
                snapshot.ranks(),
                snapshot.grants(),
                old,
                snapshot.users(),
                snapshot.energy(),
                null,
                null,
                null,
                null,
                null,
                null)
            .toState();

    // then
    assertThat(submit("ada", "live", 1)).isEqualTo(new PartitionReply.DuplicateOf(live));
    assertThat(submit("bob", "live", 1)).isInstanceOf(PartitionReply.Queued.class);
    assertThat(submit("bob", "over", 1)).isEqualTo(new PartitionReply.DuplicateOf(over));
  }

  /** One submission: who, with which of a few keys, how long after the one before. */
  record Wish(int user, int key, int hours) {}

  @Property(tries = 200)
  void shouldAnswerAsAListOfAllSubmissionsWould(
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 3 * 5 * 30 - 1) Integer> wishes) {
    // given
    state = PartitionState.empty(new PartitionName("main"));
    now = NOW;
    limits = new LedgerLimits(1000, 1000, 1 << 20, 1 << 20, 1000, 1000, KEEP);
    Map<String, JobId> jobs = new TreeMap<>();
    Map<String, Instant> times = new TreeMap<>();
    List<PartitionReply> expected = new ArrayList<>();
    List<PartitionReply> given = new ArrayList<>();

    // when
    for (int wish : wishes) {
      Wish one = new Wish(wish % 3, wish / 3 % 5, wish / 15);
      now = now.plus(Duration.ofHours(one.hours()));
      String user = "u" + one.user();
      String name = user + "/" + one.key();
      JobId before = jobs.get(name);
      Instant then = times.getOrDefault(name, Instant.MIN);
      boolean known = before != null && !then.isBefore(now.minus(KEEP));
      expected.add(
          before != null && known
              ? new PartitionReply.DuplicateOf(before)
              : new PartitionReply.Queued());
      given.add(submit(user, "k" + one.key(), 1));
      if (!known) {
        jobs.put(name, new JobId(lastId));
        times.put(name, now);
      }
      state = PartitionSnapshot.of(state).toState();
    }

    // then
    assertThat(given).isEqualTo(expected);
  }

  private JobId queued(String user, @Nullable String key, long bytes) {
    assertThat(submit(user, key, bytes)).isInstanceOf(PartitionReply.Queued.class);
    return new JobId(lastId);
  }

  private PartitionReply submit(String user, @Nullable String key, long bytes) {
    tell(new PartitionIntent.NodeSeen(new NodeName("n1"), new NodeCapacity(4, 1000), List.of()));
    return tell(new PartitionIntent.Enqueue(job(new JobId(++lastId), 1, user, key, bytes)));
  }

  private void release(JobId job) {
    tell(new PartitionIntent.Release(new AttemptId(job, 1), null));
  }

  private static String refusal(PartitionReply reply) {
    assertThat(reply).isInstanceOf(PartitionReply.Refused.class);
    return ((PartitionReply.Refused) reply).refusal().reason();
  }

  private PartitionReply tell(PartitionIntent intent) {
    PartitionSettings settings =
        new PartitionSettings(
            new PartitionName("main"),
            true,
            "*",
            "easy",
            Duration.ofHours(1),
            null,
            false,
            5,
            PriorityRule.SUBMISSION,
            null,
            limits,
            FaultRules.USUAL);
    PartitionOutcome outcome = new PartitionLifecycle(settings).decide(state, intent, now);
    outcome.events().forEach(event -> state = state.evolve(event));
    return outcome.reply();
  }

  private QueuedJob job(JobId id, int attempt, String user, @Nullable String key, long bytes) {
    return new QueuedJob(
        id, attempt, "j", user, resources, null, false, null, NOW, key, null, null, bytes);
  }
}
