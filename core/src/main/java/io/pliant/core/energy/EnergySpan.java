package io.pliant.core.energy;

import io.pliant.core.id.NodeName;
import java.math.BigInteger;

/**
 * What a node's meter counted between two readings. Where there are no spans nothing is known: a
 * gap is not a zero.
 *
 * @param node whose meter
 * @param from microseconds since the epoch
 * @param to microseconds since the epoch, after {@code from}
 * @param microjoules counted, at least 0
 * @param estimated true when it comes from a model and not from a meter
 */
public record EnergySpan(NodeName node, long from, long to, long microjoules, boolean estimated) {
  public EnergySpan {
    if (from >= to || microjoules < 0) {
      throw new IllegalArgumentException(
          "Expected a span of time with at least 0 microjoules, but got %d from %d to %d."
              .formatted(microjoules, from, to));
    }
  }

  /** Mean watts, which are microjoules for each microsecond. */
  public double watts() {
    return (double) microjoules / (to - from);
  }

  /** Microjoules from the beginning to a time within, as if they were drawn evenly. */
  long until(long time) {
    long length = to - from;
    long passed = time - from;
    long rest = microjoules % length;
    long high = Math.multiplyHigh(rest, passed);
    long share =
        high == 0 && rest * passed >= 0
            ? rest * passed / length
            : BigInteger.valueOf(rest)
                .multiply(BigInteger.valueOf(passed))
                .divide(BigInteger.valueOf(length))
                .longValueExact();
    return microjoules / length * passed + share;
  }
}
