package io.pliant.api;

import java.time.Instant;

/** A one-time word; it is told here and kept nowhere. */
public record WordReply(String word, String nodes, Instant until) {}
