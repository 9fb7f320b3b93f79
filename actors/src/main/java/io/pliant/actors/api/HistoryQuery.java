package io.pliant.actors.api;

import io.pliant.core.accounting.HistoryFilter;

/**
 * What is asked of accounting.
 *
 * @param limit at most so many jobs, the newest ones
 */
public record HistoryQuery(HistoryFilter filter, int limit) {}
