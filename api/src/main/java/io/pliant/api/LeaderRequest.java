package io.pliant.api;

/** Body of a change of leader: the name of a member. */
public record LeaderRequest(String name) {}
