package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.spec.Bookkeeping;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * By which nice values some of a user's waiting jobs come before his other ones, as Slurm's {@code
 * scontrol top}. The jobs are those of the same user, account and quality of service. They share
 * the places that they have: each gets less than the priority that its new place had, so nobody
 * else's job is passed by more of them than before. All others of them keep their order.
 */
public final class QueueMoves {
  /** Jobs that may be named, and jobs that may change. */
  public static final int MOST = 1_000;

  private static final double LEAST_GAP = 1e-9;
  private static final double ROUNDING = 1e-6;

  private QueueMoves() {}

  /** A job is to have another nice value. */
  public record Move(JobId job, int nice) {}

  /**
   * What is to be changed.
   *
   * @param moves those that go behind come first, so that a part of them harms nobody else
   * @param refusal why nothing can be, or null
   */
  public record Plan(List<Move> moves, @Nullable String refusal) {
    public Plan {
      moves = List.copyOf(moves);
    }

    private static Plan refused(String why) {
      return new Plan(List.of(), why);
    }
  }

  /**
   * The jobs named first come first, in their order.
   *
   * @param first at least one job
   */
  public static Plan first(
      PartitionState state, PriorityRule rule, Instant now, List<JobId> first) {
    Map<JobId, RankedQueue.Standing> waiting = new LinkedHashMap<>();
    RankedQueue.of(state, rule, now).standings().forEach(s -> waiting.put(s.job().job(), s));
    List<RankedQueue.Standing> order = new ArrayList<>();
    for (JobId job : first) {
      RankedQueue.Standing standing = waiting.get(job);
      String refusal = refusal(state, job, standing, order.isEmpty() ? null : order.getFirst());
      if (standing == null || refusal != null) {
        return Plan.refused(String.valueOf(refusal));
      }
      if (!order.contains(standing)) {
        order.add(standing);
      }
    }
    RankedQueue.Standing lead = order.getFirst();
    List<RankedQueue.Standing> places =
        waiting.values().stream().filter(s -> movable(s.job()) && alike(lead, s)).toList();
    places.stream().filter(s -> !first.contains(s.job().job())).forEach(order::add);
    return plan(places, order);
  }

  private static @Nullable String refusal(
      PartitionState state,
      JobId job,
      RankedQueue.@Nullable Standing standing,
      RankedQueue.@Nullable Standing lead) {
    if (standing == null) {
      ArrayBook array = ArrayRules.bookOf(state, job);
      return array != null && array.pending(job) != null
          ? "Expected the array %s, but got an element of it; all of them move together."
              .formatted(array.whole().job())
          : "Expected job %s to wait in partition %s, but it does not."
              .formatted(job, state.name());
    }
    if (standing.job().held()) {
      return "Expected a job that is not held, but job %s is; 'pliant release %s' comes first."
          .formatted(job, job);
    }
    if (standing.job().resources().spread() != null) {
      return "Expected jobs of one partition, but job %s is a pack in several.".formatted(job);
    }
    if (given(standing.job())) {
      return "Expected job %s to have the priority of its factors, but an operator gave it one; 'scontrol update JobId=%s Priority=' changes it."
          .formatted(job, job);
    }
    return lead == null || alike(lead, standing)
        ? null
        : "Expected jobs of one user, account and quality of service, but job %s and job %s are not; give them one by one."
            .formatted(lead.job().job(), job);
  }

  private static boolean given(QueuedJob job) {
    Bookkeeping asked = job.bookkeeping();
    return asked != null && asked.priority() != null;
  }

  private static boolean movable(QueuedJob job) {
    return !job.held() && job.resources().spread() == null && !given(job);
  }

  private static boolean alike(RankedQueue.Standing a, RankedQueue.Standing b) {
    Bookkeeping one = Bookkeeping.orNone(a.job().bookkeeping());
    Bookkeeping other = Bookkeeping.orNone(b.job().bookkeeping());
    return a.job().user().equals(b.job().user())
        && Objects.equals(one.account(), other.account())
        && Objects.equals(one.qos(), other.qos());
  }

  /** Each job gets less than its new place had, so that no tie decides, and than the one before. */
  private static Plan plan(List<RankedQueue.Standing> places, List<RankedQueue.Standing> order) {
    List<Move> behind = new ArrayList<>();
    List<Move> ahead = new ArrayList<>();
    double before = Double.POSITIVE_INFINITY;
    boolean changed = false;
    for (int i = 0; i < order.size(); i++) {
      RankedQueue.Standing job = order.get(i);
      double own = job.priority();
      boolean stays =
          job.equals(places.get(i)) && (changed ? own < before - LEAST_GAP : own <= before);
      changed = !stays;
      if (stays) {
        before = own;
        continue;
      }
      Integer asked = Bookkeeping.orNone(job.job().bookkeeping()).nice();
      int nice = asked == null ? 0 : asked;
      double factors = own + nice / Bookkeeping.PER_UNIT;
      double most = Math.min(places.get(i).priority(), before) - LEAST_GAP;
      double wanted = Math.ceil((factors - most) * Bookkeeping.PER_UNIT - ROUNDING);
      if (Math.abs(wanted) > Bookkeeping.MOST_NICE) {
        return Plan.refused(
            "Expected a nice value of at most %d for job %s, but it would be %.0f; give its priority with scontrol update."
                .formatted(Bookkeeping.MOST_NICE, job.job().job(), wanted));
      }
      int next = (int) wanted;
      before = factors - next / Bookkeeping.PER_UNIT;
      if (next != nice) {
        (next > nice ? behind : ahead).add(new Move(job.job().job(), next));
      }
    }
    behind.addAll(ahead);
    return behind.size() > MOST
        ? Plan.refused(
            "Expected at most %d jobs to change their places, but it would be %d; 'scontrol update JobId=ID Nice=100' puts single ones behind."
                .formatted(MOST, behind.size()))
        : new Plan(behind, null);
  }
}
