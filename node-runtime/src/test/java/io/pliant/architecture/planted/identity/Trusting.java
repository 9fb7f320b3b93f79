package io.pliant.architecture.planted.identity;

import io.pliant.architecture.planted.core.id.TooHigh;

/** Breaks: identity needs Bouncy Castle only. */
public record Trusting(TooHigh id) {}
