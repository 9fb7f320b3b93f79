package io.pliant.core.launch;

import org.jspecify.annotations.Nullable;

/**
 * To what a node keeps a step that runs, in place of what its launch said.
 *
 * @param number which terms of the attempt these are, from 1
 * @param leftMillis what is left of the time limit, or null for no limit
 */
public record StepTerms(int number, @Nullable Long leftMillis) {}
