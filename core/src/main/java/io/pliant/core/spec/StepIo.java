package io.pliant.core.spec;

import org.jspecify.annotations.Nullable;

/**
 * Where a step's standard streams are sent while a {@code pliant run} is attached, and where its
 * nodes tell each other what MPI programs need.
 *
 * @param host address on which the attached client listens
 * @param port its port
 * @param secret one-time word that a node must present on connecting
 * @param label prefix each line with the task's rank
 * @param exchangeOnly true when the streams go to files all the same, and nodes connect only for
 *     what they tell each other; null when not, and from older clients
 */
public record StepIo(
    String host, int port, String secret, boolean label, @Nullable Boolean exchangeOnly) {
  /** A client to which the streams go. */
  public StepIo(String host, int port, String secret, boolean label) {
    this(host, port, secret, label, null);
  }

  /** The same client for a step whose streams go to files. */
  public StepIo withoutStreams() {
    return new StepIo(host, port, secret, label, true);
  }

  /** True when the streams go to that client; false without one. */
  public static boolean streams(@Nullable StepIo io) {
    return io != null && !Boolean.TRUE.equals(io.exchangeOnly());
  }
}
