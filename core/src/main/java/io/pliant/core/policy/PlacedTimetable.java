package io.pliant.core.policy;

import io.pliant.core.placement.FreeResources;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.Draft;
import io.pliant.core.rule.Timetable;
import io.pliant.core.view.RunningJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a view over time. Times are milliseconds from now. A running job that is past its
 * limit counts as ending in one millisecond: nothing starts on its nodes before they are free.
 */
final class PlacedTimetable implements Timetable {
  /** A start that cannot be said. */
  static final long NEVER = Long.MAX_VALUE / 4;

  private final Draft draft;
  private final List<Step> steps = new ArrayList<>();
  private @Nullable FreeResources throughout;
  private @Nullable Allocation booked;

  private record Step(long from, FreeResources free) {}

  PlacedTimetable(Draft draft) {
    this.draft = draft;
    List<RunningJob> ends = new ArrayList<>(draft.running());
    ends.sort(Comparator.comparing(RunningJob::expectedEnd).thenComparing(RunningJob::job));
    steps.add(new Step(0, draft.free().copy()));
    for (RunningJob job : ends) {
      long end = Math.max(1, millis(draft.now(), job.expectedEnd()));
      if (end >= NEVER) {
        break;
      }
      if (steps.getLast().from() < end) {
        steps.add(new Step(end, steps.getLast().free().copy()));
      }
      steps.getLast().free().release(job.allocation());
    }
  }

  @Override
  public long earliest(int job) {
    ResourceRequest request = request(job);
    for (int i = 0; i < steps.size(); i++) {
      throughout = common(request, i, plus(steps.get(i).from(), limit(job)));
      if (throughout != null) {
        return steps.get(i).from();
      }
    }
    return NEVER;
  }

  /** What is free from a step until a time, or null when the request does not fit in it. */
  private @Nullable FreeResources common(ResourceRequest request, int first, long until) {
    FreeResources common = steps.get(first).free();
    for (int i = first; common.holds(request); common = common.freeInBoth(steps.get(i).free())) {
      i++;
      if (i == steps.size() || steps.get(i).from() >= until) {
        return common;
      }
    }
    return null;
  }

  @Override
  public void book(int job, long start) {
    booked =
        throughout == null
            ? null
            : draft.place(draft.candidates().get(job), request(job), throughout);
    if (booked == null) {
      return;
    }
    int from = step(start);
    long until = plus(start, limit(job));
    int to = until >= NEVER ? steps.size() : step(until);
    for (int i = from; i < to; i++) {
      steps.get(i).free().take(booked);
    }
  }

  @Override
  public void withdraw(int job, long start) {
    throw new UnsupportedOperationException(
        "Expected a timetable made anew for each plan, but was asked to move job " + job + ".");
  }

  /** Starts the job that was booked last. */
  void start(int job) {
    if (booked == null) {
      throw new IllegalStateException("Expected a place for the job, but there is none.");
    }
    draft.start(draft.candidates().get(job), booked);
  }

  /** Index of the step that begins at this time; makes one when there is none. */
  private int step(long time) {
    int i = steps.size() - 1;
    while (steps.get(i).from() > time) {
      i--;
    }
    if (steps.get(i).from() == time) {
      return i;
    }
    steps.add(i + 1, new Step(time, steps.get(i).free().copy()));
    return i + 1;
  }

  private ResourceRequest request(int job) {
    return draft.candidates().get(job).request();
  }

  private long limit(int job) {
    return millis(draft.now(), draft.candidates().get(job).endIfStarted(draft.now()));
  }

  private static long plus(long start, long length) {
    return Math.min(NEVER, start + length);
  }

  private static long millis(Instant from, Instant to) {
    return to.equals(Instant.MAX) ? NEVER : Math.min(NEVER, Duration.between(from, to).toMillis());
  }
}
