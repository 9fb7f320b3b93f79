package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.priority.PriorityFactors;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.core.priority.UserHistories;
import io.pliant.core.priority.UserHistory;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A partition's queue in the order of a rule, at one time: computed from the ledger alone, so a
 * round that follows a submission or a completion sees all that it changed.
 */
public final class RankedQueue {
  private final PartitionState state;
  private final PriorityRule rule;
  private final Instant now;
  private final Map<String, Double> fairShares;
  private final @Nullable List<Standing> sorted;

  /**
   * What speaks for a waiting job.
   *
   * @param priority weighted sum of the factors, less what the job is nice; or what was given
   */
  public record Standing(QueuedJob job, double priority, PriorityFactors factors) {}

  private RankedQueue(PartitionState state, PriorityRule rule, Instant now) {
    this.state = state;
    this.rule = rule;
    this.now = now;
    this.fairShares =
        rule.weights().fairShare() > 0
            ? rule.fairShares(state.users(), waitingUsers(state), now)
            : Map.of();
    this.sorted = prioritiesCount() ? sort() : null;
  }

  public static RankedQueue of(PartitionState state, PriorityRule rule, Instant now) {
    return new RankedQueue(state, rule, now);
  }

  /** False when all keep the order of submission: nothing else counts, and no job asks for it. */
  private boolean prioritiesCount() {
    return !rule.isSubmission()
        || !state.loads().asking().isEmpty()
            && state.queue().values().stream().anyMatch(QueuedJob::asksForPlace);
  }

  /** True when priorities count, not the order of submission alone. */
  boolean isOrdered() {
    return sorted != null;
  }

  /** Waiting jobs, the head first. */
  public Collection<QueuedJob> jobs() {
    return sorted == null ? state.queue().values() : sorted.stream().map(Standing::job).toList();
  }

  /** The same with what speaks for each of them. */
  List<Standing> standings() {
    return sorted == null ? sort() : sorted;
  }

  /** What speaks for a waiting job, or null when it does not wait. */
  public @Nullable Standing standing(JobId job) {
    QueuedJob waiting = state.waiting(job);
    return waiting == null ? null : standing(waiting);
  }

  /** Priority of a waiting job, or null where the queue is in order of submission. */
  public @Nullable Double priority(QueuedJob job) {
    return sorted == null ? null : (Double) standing(job).priority();
  }

  Standing standing(QueuedJob job) {
    return standing(job, Double.POSITIVE_INFINITY);
  }

  private Standing standing(QueuedJob job, double most) {
    Bookkeeping asked = job.bookkeeping();
    PriorityFactors factors =
        rule.factors(
                state.users().accuracy(job.user()),
                Duration.between(job.submittedAt(), now),
                job.resources().leastNodes(),
                state.nodes().size(),
                asked == null ? null : asked.qos())
            .withFairShare(fairShares.getOrDefault(job.user(), 1.0));
    double sum = Math.min(most, rule.weights().priority(factors));
    return new Standing(job, asked == null ? sum : asked.priority(sum), factors);
  }

  private List<Standing> sort() {
    List<Standing> standings = new ArrayList<>(state.queue().size());
    double most = Double.POSITIVE_INFINITY;
    for (QueuedJob job : state.queue().values()) {
      Standing standing = standing(job, most);
      standings.add(standing);
      if (rule.isSubmission()) {
        // what one job asks is not to change the order of the others: a requeued one is older than
        // its place
        most = Math.min(most, rule.weights().priority(standing.factors()));
      }
    }
    standings.sort(Comparator.comparingDouble(Standing::priority).reversed());
    return standings;
  }

  /**
   * What each user has used who is remembered or waits.
   *
   * @return cpu-seconds by login name, decayed to {@code now}
   */
  public static SortedMap<String, Double> uses(
      PartitionState state, PriorityRule rule, Instant now) {
    return rule.uses(state.users(), waitingUsers(state), now);
  }

  private static Set<String> waitingUsers(PartitionState state) {
    Set<String> users = new LinkedHashSet<>();
    state.queue().values().forEach(job -> users.add(job.user()));
    return users;
  }

  /**
   * What is remembered after an attempt gave its nodes back: the use in any case, the accuracy of
   * the estimate when the job came to its end or to its limit. Jobs that failed or were cancelled
   * tell nothing of how long they would have taken.
   */
  static UserHistories remember(
      UserHistories users, Grant grant, PartitionEvent.NodesReleased event) {
    if (event.use() == null) {
      return users;
    }
    String user = grant.job().user();
    UserAccuracy accuracy = users.accuracy(user);
    Duration limit = grant.job().timeLimit();
    boolean tells = event.ended() == JobStatus.COMPLETED || event.ended() == JobStatus.TIMEOUT;
    if (tells && limit != null && limit.toMillis() > 0) {
      long run = Math.max(0, Duration.between(grant.start(), event.at()).toMillis());
      accuracy = accuracy.with(run, limit.toMillis());
    }
    return users.with(user, new UserHistory(accuracy, event.use(), event.at()));
  }
}
