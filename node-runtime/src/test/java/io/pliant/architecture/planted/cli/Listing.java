package io.pliant.architecture.planted.cli;

import io.pliant.architecture.planted.actors.Launching;

/** Breaks: clients do not know the actors. */
public record Listing(Launching shell) {}
