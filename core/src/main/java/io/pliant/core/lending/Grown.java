package io.pliant.core.lending;

import io.pliant.core.partition.GrowthRules;
import org.jspecify.annotations.Nullable;

/**
 * What came of a wish of a running job.
 *
 * @param refusal why it cannot have it, in a clause; null when it is entered into the ledger
 */
public record Grown(GrowthRules.Wanted wanted, @Nullable String refusal) {}
