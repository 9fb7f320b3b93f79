package io.pliant.core.spec;

/**
 * Where a step's standard streams are sent while a {@code pliant run} is attached.
 *
 * @param host address on which the attached client listens
 * @param port its port
 * @param secret one-time word that a node must present on connecting
 * @param label prefix each line with the task's rank
 */
public record StepIo(String host, int port, String secret, boolean label) {}
