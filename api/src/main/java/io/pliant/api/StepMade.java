package io.pliant.api;

/** Answer to a step request: the number of the step. */
public record StepMade(int step) {}
