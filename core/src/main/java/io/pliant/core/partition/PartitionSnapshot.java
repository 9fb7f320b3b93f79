package io.pliant.core.partition;

import io.pliant.core.energy.EnergySnapshot;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.core.priority.UserHistories;
import io.pliant.core.priority.UserHistory;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.size.ResizePace;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.TreePMap;

/**
 * The ledger in plain lists, as it is stored in a snapshot. Additive, as events are.
 *
 * @param ranks ranks of {@code queue}, in the same order
 * @param keys remembered submission keys, oldest first
 * @param users what is remembered of users, by name; null in snapshots from before this was kept
 * @param energy up to where energy is counted; null in snapshots from before this was kept
 * @param pace how long resizes take; null as long as none has ended, and in older snapshots
 * @param promises starts promised to waiting jobs; null for none, and in older snapshots
 * @param reservations nodes that are set aside; null for none, and in older snapshots
 * @param arrays arrays of which not all is over; null for none, and in older snapshots
 * @param telling jobs that have not told all that wait for them; null for none, and in older ones
 * @param leases what was lent; null for nothing, and in older snapshots
 */
public record PartitionSnapshot(
    PartitionName name,
    long version,
    long term,
    long nextRank,
    List<NodeRecord> nodes,
    List<QueuedJob> queue,
    List<Long> ranks,
    List<Grant> grants,
    List<SubmissionKey> keys,
    @Nullable List<User> users,
    @Nullable EnergySnapshot energy,
    @Nullable ResizePace pace,
    @Nullable List<PartitionEvent.Promise> promises,
    @Nullable List<Reservation> reservations,
    @Nullable List<ArrayBook> arrays,
    @Nullable List<JobId> telling,
    LeaseBook.@Nullable Stored leases) {
  /**
   * A submission key, the job that it named, and the rank at which it came.
   *
   * @param user whose it is; null in snapshots from before keys had users
   * @param at when it came; null as above
   */
  public record SubmissionKey(
      String key, JobId job, long rank, @Nullable String user, @Nullable Instant at) {}

  /** What is remembered of one user; see {@link UserHistory}. */
  public record User(String name, List<Double> ratios, double use, Instant asOf) {}

  public static PartitionSnapshot of(PartitionState state) {
    return new PartitionSnapshot(
        state.name(),
        state.version(),
        state.term(),
        state.nextRank(),
        List.copyOf(state.nodes().values()),
        List.copyOf(state.queue().values()),
        List.copyOf(state.queue().keySet()),
        List.copyOf(state.grants().values()),
        state.keys().stored(),
        state.users().byName().entrySet().stream()
            .map(e -> user(e.getKey(), e.getValue()))
            .toList(),
        EnergySnapshot.of(state.energy()),
        state.memory().pace().count() == 0 ? null : state.memory().pace(),
        state.memory().stored(),
        state.reservations().isEmpty() ? null : List.copyOf(state.reservations().values()),
        state.arrays().isEmpty() ? null : List.copyOf(state.arrays().values()),
        state.telling().isEmpty() ? null : state.telling().stream().sorted().toList(),
        state.leases().stored());
  }

  private static User user(String name, UserHistory history) {
    return new User(name, history.accuracy().ratios(), history.use(), history.asOf());
  }

  /** The state that this snapshot was made of. */
  public PartitionState toState() {
    TreeMap<Long, QueuedJob> byRank = new TreeMap<>();
    TreeMap<JobId, Long> rankOf = new TreeMap<>();
    for (int i = 0; i < queue.size(); i++) {
      byRank.put(ranks.get(i), queue.get(i));
      rankOf.put(queue.get(i).job(), ranks.get(i));
    }
    return new PartitionState(
        name,
        version,
        term,
        nextRank,
        nodes.stream().collect(TreePMap.toTreePMap(NodeRecord::name, n -> n)),
        TreePMap.from(byRank),
        HashTreePMap.from(rankOf),
        grants.stream().collect(TreePMap.toTreePMap(g -> g.job().job(), g -> g)),
        SubmissionKeys.of(keys, usersOfJobs(), newest()),
        users == null ? UserHistories.NONE : histories(users),
        energy == null ? EnergyStays.of(grants) : energy.toBook(),
        loads(rankOf),
        PolicyMemory.of(pace, promises),
        (reservations == null ? List.<Reservation>of() : reservations)
            .stream().collect(TreePMap.toTreePMap(Reservation::name, r -> r)),
        books().stream().collect(TreePMap.toTreePMap(book -> book.whole().job(), book -> book)),
        HashTreePSet.from(telling == null ? List.of() : telling),
        LeaseBook.of(leases, grants));
  }

  private List<ArrayBook> books() {
    return arrays == null ? List.of() : arrays;
  }

  /** An array counts until all of it is over, also when nothing of it waits any more. */
  private UserLoads loads(Map<JobId, Long> waiting) {
    UserLoads loads = UserLoads.of(queue, grants);
    for (ArrayBook book : books()) {
      if (!waiting.containsKey(book.whole().job())) {
        loads = loads.plus(book.whole());
      }
    }
    return loads;
  }

  private Map<JobId, String> usersOfJobs() {
    TreeMap<JobId, String> byJob = new TreeMap<>();
    queue.forEach(job -> byJob.put(job.job(), job.user()));
    grants.forEach(grant -> byJob.put(grant.job().job(), grant.job().user()));
    return byJob;
  }

  /** The newest time that it knows of, for keys that do not say when they came. */
  private Instant newest() {
    Instant newest = Instant.EPOCH;
    for (QueuedJob job : queue) {
      newest = job.submittedAt().isAfter(newest) ? job.submittedAt() : newest;
    }
    for (Grant grant : grants) {
      newest = grant.start().isAfter(newest) ? grant.start() : newest;
    }
    for (User user : users == null ? List.<User>of() : users) {
      newest = user.asOf().isAfter(newest) ? user.asOf() : newest;
    }
    return newest;
  }

  private static UserHistories histories(List<User> users) {
    return new UserHistories(
        users.stream()
            .collect(
                TreePMap.toTreePMap(
                    User::name,
                    u -> new UserHistory(new UserAccuracy(u.ratios()), u.use(), u.asOf()))));
  }
}
