package io.pliant.architecture.planted.actors;

import io.pliant.architecture.planted.runtime.http.ReadsConfig;

/** Breaks: actors do not know the node runtime and start nothing. */
public record Launching(ProcessBuilder builder, ReadsConfig settings) {}
