package io.pliant.cli.job;

import io.pliant.api.ArrayEntry;
import io.pliant.api.QueueEntry;
import io.pliant.core.array.Indices;
import io.pliant.core.array.JobArray;
import io.pliant.core.array.JobRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a line of the queue that a filter chose names of the jobs that are to be cancelled. */
final class CancelledParts {
  private CancelledParts() {}

  /**
   * Itself, or the elements of its array that have not started. None when others are named.
   *
   * @param named what is named beside the filter; empty for anything
   * @param byState the filter tells elements that have not started from those that have
   */
  static List<JobRef> of(QueueEntry line, List<JobRef> named, boolean byState) {
    List<JobRef> own = named.stream().filter(line::isOf).toList();
    if (own.isEmpty() && !named.isEmpty()) {
      return List.of();
    }
    ArrayEntry array = line.array();
    String waiting = array == null ? null : array.waiting();
    boolean whole = own.stream().anyMatch(ref -> ref.elements() == null) || named.isEmpty();
    if (waiting == null || whole && !byState) {
      return List.of(new JobRef(line.job(), null));
    }
    Indices there = JobArray.parse(waiting).indices();
    return whole
        ? List.of(new JobRef(line.job(), there))
        : own.stream().map(ref -> new JobRef(line.job(), common(there, ref.elements()))).toList();
  }

  private static Indices common(Indices there, @Nullable Indices wanted) {
    return wanted == null ? there : Indices.parse(there.text(there.placesOf(wanted)));
  }
}
