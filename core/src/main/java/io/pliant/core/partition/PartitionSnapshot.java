package io.pliant.core.partition;

import io.pliant.core.energy.EnergySnapshot;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.core.priority.UserHistories;
import io.pliant.core.priority.UserHistory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.TreePMap;

/**
 * The ledger in plain lists, as it is stored in a snapshot. Additive, as events are.
 *
 * @param ranks ranks of {@code queue}, in the same order
 * @param keys remembered submission keys, oldest first
 * @param users what is remembered of users, by name; null in snapshots from before this was kept
 * @param energy up to where energy is counted; null in snapshots from before this was kept
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
    @Nullable EnergySnapshot energy) {
  /** A submission key, the job that it named, and the rank at which it came. */
  public record SubmissionKey(String key, JobId job, long rank) {}

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
        state.keyOrder().entrySet().stream().map(e -> key(state, e)).toList(),
        state.users().byName().entrySet().stream()
            .map(e -> user(e.getKey(), e.getValue()))
            .toList(),
        EnergySnapshot.of(state.energy()));
  }

  private static User user(String name, UserHistory history) {
    return new User(name, history.accuracy().ratios(), history.use(), history.asOf());
  }

  private static SubmissionKey key(PartitionState state, Map.Entry<Long, String> entry) {
    JobId job = state.keys().get(entry.getValue());
    if (job == null) {
      throw new IllegalStateException("Expected a job for key " + entry.getValue() + ".");
    }
    return new SubmissionKey(entry.getValue(), job, entry.getKey());
  }

  /** The state that this snapshot was made of. */
  public PartitionState toState() {
    TreeMap<Long, QueuedJob> byRank = new TreeMap<>();
    TreeMap<JobId, Long> rankOf = new TreeMap<>();
    for (int i = 0; i < queue.size(); i++) {
      byRank.put(ranks.get(i), queue.get(i));
      rankOf.put(queue.get(i).job(), ranks.get(i));
    }
    TreeMap<String, JobId> jobOf = new TreeMap<>();
    TreeMap<Long, String> order = new TreeMap<>();
    for (SubmissionKey key : keys) {
      jobOf.put(key.key(), key.job());
      order.put(key.rank(), key.key());
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
        HashTreePMap.from(jobOf),
        TreePMap.from(order),
        users == null ? UserHistories.NONE : histories(users),
        energy == null ? EnergyStays.of(grants) : energy.toBook());
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
