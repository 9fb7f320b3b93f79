package io.pliant.api;

/** Who leads the journal after a change. */
public record LeaderReply(String leader) {}
