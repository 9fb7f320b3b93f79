package io.pliant.core.partition;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.dependency.DependencyStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.plan.WaitReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which waiting jobs other jobs keep from starting. What becomes of those is told by the jobs
 * themselves; only who has the same user and name a ledger knows best, for its own jobs.
 */
public final class DependencyRules {
  private static final String BY_NAME = "singleton(unfulfilled)";

  private final PartitionState state;
  private @Nullable Map<Named, Same> named;

  private record Named(String user, String name) {}

  /**
   * Jobs of one user with one name.
   *
   * @param first the first of them in the order of submission that waits, or null
   * @param running one that holds nodes, or the array that it belongs to; or null
   * @param several others than that one hold nodes, too
   */
  private record Same(@Nullable Waiting first, @Nullable JobId running, boolean several) {}

  /**
   * A job that waits.
   *
   * @param job its number, or that of the array to which it belongs
   */
  private record Waiting(JobId job, long rank) {}

  /** Of one state of a ledger. */
  public DependencyRules(PartitionState state) {
    this.state = state;
  }

  /** True when other jobs keep all of that one from starting. */
  public boolean keep(QueuedJob job) {
    return job.waitsForOthers() || keptByName(job);
  }

  /**
   * True for a singleton while a job of the same user and name runs, or waits and was submitted
   * before (Slurm's rule).
   */
  public boolean keptByName(QueuedJob job) {
    DependencyStanding standing = job.dependency();
    if (standing == null || !standing.singleton()) {
      return false;
    }
    Same same = names().get(new Named(job.user(), job.name()));
    JobId own = array(job);
    return same != null
        && ((same.running() != null && (same.several() || !same.running().equals(own)))
            || (same.first() != null && !same.first().job().equals(own)));
  }

  /** That other jobs keep a waiting one from starting, or null when they do not. */
  public @Nullable WaitReason reason(QueuedJob job) {
    DependencyStanding standing = job.dependency();
    ArrayBook book = state.arrays().get(job.job());
    if (standing == null) {
      return null;
    }
    boolean none = book != null && standing.may() != null && book.startable().isEmpty();
    if (standing.never() && (none || standing.waits())) {
      return new WaitReason.DependencyNeverSatisfied(standing.unmet());
    }
    return none || keep(job) ? new WaitReason.Dependency(unmet(job)) : null;
  }

  /** What other jobs are waited for, as Slurm lists it; empty for none. */
  public String unmet(QueuedJob job) {
    DependencyStanding standing = job.dependency();
    String named = standing == null ? "" : standing.unmet();
    return !keptByName(job) ? named : (named.isEmpty() ? "" : named + ",") + BY_NAME;
  }

  private Map<Named, Same> names() {
    Map<Named, Same> known = named;
    if (known == null) {
      known = new HashMap<>();
      for (Map.Entry<Long, QueuedJob> entry : state.queue().entrySet()) {
        QueuedJob job = entry.getValue();
        Same one = new Same(new Waiting(array(job), entry.getKey()), null, false);
        known.merge(new Named(job.user(), job.name()), one, DependencyRules::both);
      }
      for (Grant grant : state.grants().values()) {
        Same one = new Same(null, array(grant.job()), false);
        known.merge(new Named(grant.job().user(), grant.job().name()), one, DependencyRules::both);
      }
      named = known;
    }
    return known;
  }

  private static Same both(Same a, Same b) {
    Waiting first =
        a.first() == null || (b.first() != null && b.first().rank() < a.first().rank())
            ? b.first()
            : a.first();
    JobId running = a.running() == null ? b.running() : a.running();
    boolean other = a.running() != null && b.running() != null && !a.running().equals(b.running());
    return new Same(first, running, a.several() || b.several() || other);
  }

  /** The array that a job is or belongs to, or the job itself: elements never wait for another. */
  private static JobId array(QueuedJob job) {
    ArrayElement element = job.element();
    return element == null ? job.job() : element.array();
  }

  /** A job that is over, and has others to tell of it, is to be woken until it has. */
  static PartitionOutcome withTelling(
      PartitionState state,
      PartitionIntent.Release release,
      PartitionOutcome released,
      Instant now) {
    JobId job = release.attempt().job();
    if (!Boolean.TRUE.equals(release.tells()) || state.telling().contains(job)) {
      return released;
    }
    List<PartitionEvent> events = new ArrayList<>(released.events());
    events.add(new PartitionEvent.TellingBegun(job, now));
    return new PartitionOutcome(events, released.reply());
  }

  /** It has told them. */
  static PartitionOutcome endTelling(
      PartitionState state, PartitionIntent.EndTelling intent, Instant now) {
    JobId job = intent.attempt().job();
    return state.telling().contains(job)
        ? PartitionOutcome.of(new PartitionReply.Done(), new PartitionEvent.TellingEnded(job, now))
        : PartitionOutcome.of(new PartitionReply.Done());
  }

  /** A job that waits tells again what it waits for. */
  static PartitionOutcome told(PartitionState state, QueuedJob job, Instant now) {
    Long rank = state.ranks().get(job.job());
    QueuedJob waiting = rank == null ? null : state.queue().get(rank);
    DependencyStanding standing = job.dependency();
    DependencyStanding known = waiting == null ? null : waiting.dependency();
    if (waiting == null || waiting.attempt() != job.attempt() || standing == null) {
      return PartitionOutcome.of(new PartitionReply.Queued());
    }
    return known == null || known.version() < standing.version()
        ? PartitionOutcome.of(
            new PartitionReply.Queued(),
            new PartitionEvent.DependencyChanged(job.job(), standing, now))
        : PartitionOutcome.of(new PartitionReply.Queued());
  }
}
