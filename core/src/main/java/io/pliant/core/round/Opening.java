package io.pliant.core.round;

import io.pliant.core.placement.FreeResources;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.RunningJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The earliest start of one request when all running jobs end at their limits.
 *
 * @param at when it is
 * @param freeThen what is free then
 */
public record Opening(Instant at, FreeResources freeThen) {
  /**
   * Replays the ends of the running jobs on a copy of the free resources until the request fits.
   * More free resources never make a fitting request unfit, so a binary search over the ends finds
   * the first.
   *
   * @param from not to start before
   * @return null when it does not fit even after the last end
   */
  public static @Nullable Opening find(
      ResourceRequest request, FreeResources free, List<RunningJob> running, Instant from) {
    List<RunningJob> ends = new ArrayList<>(running);
    ends.sort(Comparator.comparing(RunningJob::expectedEnd).thenComparing(RunningJob::job));
    int low = 0;
    int high = ends.size();
    if (!after(ends, high, free).holds(request)) {
      return null;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (after(ends, middle, free).holds(request)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    Instant at = low == 0 ? from : latest(from, ends.get(low - 1).expectedEnd());
    while (low < ends.size() && !ends.get(low).expectedEnd().isAfter(at)) {
      low++;
    }
    return new Opening(at, after(ends, low, free));
  }

  private static FreeResources after(List<RunningJob> ends, int count, FreeResources free) {
    FreeResources later = free.copy();
    ends.subList(0, count).forEach(job -> later.release(job.allocation()));
    return later;
  }

  private static Instant latest(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
