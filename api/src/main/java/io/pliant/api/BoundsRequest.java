package io.pliant.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Body of a change of the power corridor's bounds.
 *
 * @param lower watts
 * @param upper watts
 * @param at when they begin to hold, or null for now
 */
public record BoundsRequest(double lower, double upper, @Nullable Instant at) {}
