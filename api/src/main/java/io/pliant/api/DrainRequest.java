package io.pliant.api;

/** Body of a drain. */
public record DrainRequest(String reason) {}
