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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<Integer, Allocation> booked = new HashMap<>();
  private @Nullable FreeResources throughout;

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
    return earliest(job, 0);
  }

  /**
   * The same, but not before a time. Where the request does not fit until the end of the job, all
   * starts are left out that have the same shortage before them: each step is looked at about
   * twice, and not once for each start.
   */
  long earliest(int job, long from) {
    ResourceRequest request = request(job);
    int first = step(from);
    while (first < steps.size()) {
      int shortage = shortage(request, first, plus(steps.get(first).from(), limit(job)));
      if (shortage < 0) {
        return steps.get(first).from();
      }
      first = firstWithout(request, first, shortage);
    }
    throughout = null;
    return NEVER;
  }

  /**
   * The first step at which the request no longer fits into what has been free since another, or -1
   * when it fits until that time into what is {@link #throughout} free.
   */
  private int shortage(ResourceRequest request, int first, long until) {
    FreeResources common = steps.get(first).free();
    int i = first;
    while (common.holds(request)) {
      i++;
      if (i == steps.size() || steps.get(i).from() >= until) {
        throughout = common;
        return -1;
      }
      common = common.freeInBoth(steps.get(i).free());
    }
    return i;
  }

  /** The first start after another whose steps up to that of the shortage have room together. */
  private int firstWithout(ResourceRequest request, int first, int shortage) {
    FreeResources common = steps.get(shortage).free();
    if (!common.holds(request)) {
      return shortage + 1;
    }
    int start = shortage;
    while (start - 1 > first) {
      common = common.freeInBoth(steps.get(start - 1).free());
      if (!common.holds(request)) {
        break;
      }
      start--;
    }
    return start;
  }

  /** Where a job goes that was the last to be looked at; null when it found no start. */
  @Nullable Allocation place(int job) {
    return throughout == null
        ? null
        : draft.place(draft.candidates().get(job), request(job), throughout);
  }

  /** Enters the job where it was found to fit last. */
  @Override
  public void book(int job, long start) {
    Allocation place = place(job);
    if (place != null) {
      booked.put(job, place);
      during(job, start).forEach(step -> step.free().take(place));
    }
  }

  @Override
  public void withdraw(int job, long start) {
    Allocation place = booked.remove(job);
    if (place != null) {
      during(job, start).forEach(step -> step.free().release(place));
    }
  }

  /** Starts a job that was booked to start now. */
  void start(int job) {
    Allocation place = booked.get(job);
    if (place == null) {
      throw new IllegalStateException("Expected a place for the job, but there is none.");
    }
    draft.start(draft.candidates().get(job), place);
  }

  /** The steps from a start until the job's estimated end. */
  private List<Step> during(int job, long start) {
    int from = step(start);
    long until = plus(start, limit(job));
    return steps.subList(from, until >= NEVER ? steps.size() : step(until));
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

  static long millis(Instant from, Instant to) {
    return to.equals(Instant.MAX) ? NEVER : Math.min(NEVER, Duration.between(from, to).toMillis());
  }
}
