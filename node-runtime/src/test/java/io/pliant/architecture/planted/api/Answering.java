package io.pliant.architecture.planted.api;

import io.pliant.architecture.planted.actors.Launching;

/** Breaks: the API knows core only. */
public record Answering(Launching shell) {}
