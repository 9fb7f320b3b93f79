package io.pliant.architecture.planted.actors;

import io.pliant.architecture.planted.runtime.http.ReadsConfig;

/** Breaks: actors do not know the node runtime (and start nothing); modules have no cycles. */
public record Launching(ProcessBuilder builder, ReadsConfig settings) {}
