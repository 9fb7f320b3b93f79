package io.pliant.architecture.planted.imp;

import io.pliant.architecture.planted.core.id.TooHigh;

/** Breaks: imp-client needs the JDK only. */
public record Embedding(TooHigh id) {}
