package io.pliant.actors.partition;

import io.pliant.api.ArrayEntry;
import io.pliant.api.PriorityEntry;
import io.pliant.api.WaitExplanation.Factor;
import io.pliant.api.WaitExplanation.Priority;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueueSnapshot;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.RankedQueue;
import io.pliant.core.priority.PriorityFactors;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says where a waiting job's place in the queue comes from. */
final class PriorityText {
  private PriorityText() {}

  /** Position and factors of a waiting job, as they were {@code at} the time of its rank. */
  static Priority of(QueueSnapshot.Rank rank, PartitionState state, PriorityRule rule, Instant at) {
    Bookkeeping asked = rank.standing().job().bookkeeping();
    boolean ordered = rank.ordered();
    return new Priority(
        rank.position(),
        rank.standing().priority(),
        ordered ? factors(rank.standing(), state, rule, at) : List.of(),
        asked == null ? null : asked.nice(),
        asked == null ? null : asked.priority());
  }

  /** The same in numbers alone. */
  static PriorityEntry entry(RankedQueue.Standing standing, @Nullable ArrayEntry array) {
    QueuedJob job = standing.job();
    Bookkeeping asked = job.bookkeeping();
    return new PriorityEntry(
        job.job(),
        array,
        job.user(),
        standing.priority(),
        standing.factors(),
        asked == null ? null : asked.nice(),
        asked == null ? null : asked.priority());
  }

  private static List<Factor> factors(
      RankedQueue.Standing standing, PartitionState state, PriorityRule rule, Instant now) {
    PriorityWeights weights = rule.weights();
    PriorityFactors factors = standing.factors();
    QueuedJob job = standing.job();
    List<Factor> all = new ArrayList<>();
    add(all, "age", weights.age(), factors.age(), age(job, rule, now));
    add(
        all,
        "size",
        weights.size(),
        factors.size(),
        "%d of %d nodes".formatted(job.resources().minNodes(), state.nodes().size()));
    add(all, "qos", weights.qos(), factors.qos(), qos(job.bookkeeping()));
    add(
        all,
        "fair-share",
        weights.fairShare(),
        factors.fairShare(),
        "past use of %s against the share".formatted(job.user()));
    add(
        all,
        "accuracy",
        weights.accuracy(),
        factors.accuracy(),
        accuracy(job.user(), state.users().accuracy(job.user())));
    return all;
  }

  private static void add(
      List<Factor> all, String name, double weight, double factor, String text) {
    if (weight > 0) {
      all.add(new Factor(name, weight, factor, text));
    }
  }

  private static String qos(@Nullable Bookkeeping asked) {
    String name = asked == null ? null : asked.qos();
    return name == null ? "none is asked for" : "what the site gives " + name;
  }

  private static String age(QueuedJob job, PriorityRule rule, Instant now) {
    return "waits for %.1f of %.1f hours"
        .formatted(hours(Duration.between(job.submittedAt(), now)), hours(rule.fullAge()));
  }

  private static String accuracy(String user, UserAccuracy accuracy) {
    return accuracy.ratios().isEmpty()
        ? "class a%d: no completed job of %s is known".formatted(accuracy.accuracyClass(), user)
        : String.format(
            Locale.ROOT,
            "class a%d: the last %d jobs of %s ran for %.0f %% of what was asked",
            accuracy.accuracyClass(),
            accuracy.ratios().size(),
            user,
            100 * accuracy.mean());
  }

  private static double hours(Duration duration) {
    return duration.toMillis() / 3.6e6;
  }
}
