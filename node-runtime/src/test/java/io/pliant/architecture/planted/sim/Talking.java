package io.pliant.architecture.planted.sim;

import io.pliant.architecture.planted.actors.Launching;

/** Breaks: the simulator knows core only. */
public record Talking(Launching actor) {}
