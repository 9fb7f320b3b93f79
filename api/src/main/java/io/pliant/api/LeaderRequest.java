package io.pliant.api;

import org.jspecify.annotations.Nullable;

/**
 * Body of a change of leader.
 *
 * @param name of a member
 * @param group number of the group that it is to lead; null for all of them
 */
public record LeaderRequest(String name, @Nullable Integer group) {}
