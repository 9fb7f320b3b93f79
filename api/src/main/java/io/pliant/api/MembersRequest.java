package io.pliant.api;

import org.jspecify.annotations.Nullable;

/** Body of a change of the journal's members: exactly one of the two. */
public record MembersRequest(@Nullable String add, @Nullable String remove) {}
