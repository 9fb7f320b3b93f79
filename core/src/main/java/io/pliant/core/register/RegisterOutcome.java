package io.pliant.core.register;

import org.jspecify.annotations.Nullable;

/** What becomes of an intent: at most one event, and an answer. */
public record RegisterOutcome(@Nullable RegisterEvent event, RegisterReply reply) {}
