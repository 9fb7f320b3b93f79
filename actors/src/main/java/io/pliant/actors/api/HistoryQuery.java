package io.pliant.actors.api;

import io.pliant.core.accounting.HistoryFilter;
import io.pliant.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of accounting.
 *
 * @param limit at most so many jobs, the newest ones
 * @param before only jobs that come after this one when the newest are first, for a next page; null
 *     for all
 */
public record HistoryQuery(HistoryFilter filter, int limit, @Nullable JobId before) {
  /** From the newest on. */
  public HistoryQuery(HistoryFilter filter, int limit) {
    this(filter, limit, null);
  }
}
