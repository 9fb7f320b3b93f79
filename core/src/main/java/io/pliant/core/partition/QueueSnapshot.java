package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.priority.PriorityRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All jobs of a partition at one moment, ranked once. They are read in the order of their numbers,
 * which no change of the ledger touches: whoever goes on in a newer snapshot misses no job that was
 * there all the while, and is told none twice. The place in the queue is part of each line.
 */
public final class QueueSnapshot {
  private final long version;
  private final Instant at;
  private final List<Line> lines;
  private final List<Line> byPlace;
  private final RankedQueue ranked;
  private final int running;

  /**
   * One job.
   *
   * @param grant what it holds, or null while it waits
   * @param place jobs that run come first, by number, then those that wait, the head first
   * @param priority while it waits; null where the queue is in order of submission
   * @param array how its elements stand when it is an array; else null
   */
  public record Line(
      QueuedJob job,
      @Nullable Grant grant,
      int place,
      @Nullable Double priority,
      @Nullable ArrayBook array) {
    public JobStatus status() {
      return grant == null ? JobStatus.PENDING : grant.status();
    }

    private JobId id() {
      return job.job();
    }
  }

  /**
   * Where a waiting job stands, and why there.
   *
   * @param position place among those that wait, from 1
   * @param ordered false when the whole queue is in order of submission
   */
  public record Rank(int position, RankedQueue.Standing standing, boolean ordered) {}

  /**
   * A part of the queue in its order, as a table shows it.
   *
   * @param total wanted jobs in all
   * @param lines those from the asked place on
   */
  public record Window(int total, List<Line> lines) {
    public Window {
      lines = List.copyOf(lines);
    }
  }

  private QueueSnapshot(PartitionState state, Instant at, List<Line> byPlace, RankedQueue ranked) {
    this.version = state.version();
    this.at = at;
    this.byPlace = byPlace;
    this.lines = byPlace.stream().sorted(Comparator.comparing(Line::id)).toList();
    this.ranked = ranked;
    this.running = state.grants().size();
  }

  /** Ranks the whole queue. */
  public static QueueSnapshot of(PartitionState state, PriorityRule rule, Instant now) {
    return of(state, rule, now, QueueFilter.ALL);
  }

  /** Ranks the whole queue, and has lines of the wanted jobs alone, for one who reads it alone. */
  public static QueueSnapshot of(
      PartitionState state, PriorityRule rule, Instant now, QueueFilter filter) {
    List<Line> lines = new ArrayList<>();
    int place = 0;
    for (Grant grant : state.grants().values()) {
      if (filter.takes(grant.job(), grant.status())) {
        lines.add(new Line(grant.job(), grant, place, null, null));
      }
      place++;
    }
    RankedQueue ranked = RankedQueue.of(state, rule, now);
    for (QueuedJob job : ranked.jobs()) {
      if (filter.takes(job, JobStatus.PENDING)) {
        ArrayBook array = job.array() == null ? null : state.arrays().get(job.job());
        lines.add(new Line(job, null, place, ranked.priority(job), array));
      }
      place++;
    }
    return new QueueSnapshot(state, now, lines, ranked);
  }

  /** Version of the ledger that it shows. */
  public long version() {
    return version;
  }

  /** Time for which the queue was ranked. */
  public Instant at() {
    return at;
  }

  /** The wanted jobs behind {@code after} (null for all), by number. */
  public Stream<Line> after(@Nullable JobId after, QueueFilter filter) {
    return lines.subList(after == null ? 0 : firstBehind(after), lines.size()).stream()
        .filter(line -> filter.takes(line.job(), line.status()));
  }

  /** The wanted jobs by place, behind the first {@code offset} of them; at most {@code limit}. */
  public Window window(QueueFilter filter, QueueText text, long offset, int limit) {
    List<Line> found = new ArrayList<>();
    int total = 0;
    for (Line line : byPlace) {
      if (filter.takes(line.job(), line.status()) && text.takes(line.job())) {
        if (total >= offset && found.size() < limit) {
          found.add(line);
        }
        total++;
      }
    }
    return new Window(total, found);
  }

  /** What speaks for a job that waits in it. */
  public RankedQueue.Standing standing(Line line) {
    return ranked.standing(line.job());
  }

  /** Rank of a job, or null when it did not wait. */
  public @Nullable Rank rank(JobId job) {
    RankedQueue.Standing standing = ranked.standing(job);
    int behind = firstBehind(job);
    return standing == null || behind == 0
        ? null
        : new Rank(lines.get(behind - 1).place() - running + 1, standing, ranked.isOrdered());
  }

  private int firstBehind(JobId after) {
    int low = 0;
    int high = lines.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (lines.get(middle).id().compareTo(after) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
