package io.pliant.core.lending;

import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was tried in the pool for a job that waits.
 *
 * @param need whole nodes that it needs
 * @param large more than its home has: after a collection in vain it waits for its place in the
 *     pool
 * @param at when it was tried last
 * @param asked nodes that partitions were asked for; empty when they said before that they had too
 *     few
 * @param offered what they offered of it or, when nobody was asked, what they said they had
 * @param collecting the collection goes on
 * @param failures collections in vain, one after another
 * @param notBefore the next one, unless nodes come free
 */
public record Tried(
    int need,
    boolean large,
    Instant at,
    SortedMap<PartitionName, Integer> asked,
    SortedMap<PartitionName, Integer> offered,
    boolean collecting,
    int failures,
    Instant notBefore) {
  public Tried {
    asked = Collections.unmodifiableSortedMap(new TreeMap<>(asked));
    offered = Collections.unmodifiableSortedMap(new TreeMap<>(offered));
  }

  Tried failed(SortedMap<PartitionName, Integer> got, Instant next) {
    return new Tried(need, large, at, asked, got, false, failures + 1, next);
  }

  /** The next one may come at that time, if that is earlier. */
  Tried notBefore(Instant time) {
    return time.isBefore(notBefore)
        ? new Tried(need, large, at, asked, offered, collecting, failures, time)
        : this;
  }
}
