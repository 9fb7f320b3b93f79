package io.pliant.architecture.planted.core.id;

import io.pliant.architecture.planted.core.job.OddEvent;

/** Breaks: ids know nothing above them. */
public record TooHigh(OddEvent event) {}
