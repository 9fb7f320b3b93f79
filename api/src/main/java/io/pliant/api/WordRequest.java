package io.pliant.api;

import org.jspecify.annotations.Nullable;

/**
 * Body of a wish for a one-time word.
 *
 * @param nodes host list of the nodes that it is for
 * @param seconds how long it counts; null for an hour
 */
public record WordRequest(String nodes, @Nullable Long seconds) {}
