package io.pliant.core.energy;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Amount;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a node's meter counted between two readings. Where there are no spans nothing is known: a
 * gap is not a zero.
 *
 * @param node whose meter
 * @param from microseconds since the epoch
 * @param to microseconds since the epoch, after {@code from}
 * @param microjoules counted, at least 0
 * @param estimated true when it comes from a model and not from a meter
 * @param gpus what of it each GPU had, in microjoules, by its index on the node; null where GPUs
 *     are not told apart, and from older agents
 */
public record EnergySpan(
    NodeName node,
    long from,
    long to,
    long microjoules,
    boolean estimated,
    @Nullable SortedMap<String, Long> gpus) {
  /** Most GPUs of a node of which a span tells. */
  public static final int MOST_GPUS = 256;

  public EnergySpan {
    if (from >= to || microjoules < 0) {
      throw new IllegalArgumentException(
          "Expected a span of time with at least 0 microjoules, but got %d from %d to %d."
              .formatted(microjoules, from, to));
    }
    gpus =
        gpus == null || gpus.isEmpty()
            ? null
            : Collections.unmodifiableSortedMap(new TreeMap<>(gpus));
    if (gpus != null) {
      refuseMore(gpus, microjoules);
    }
  }

  /** Of a meter that does not tell GPUs apart. */
  public EnergySpan(NodeName node, long from, long to, long microjoules, boolean estimated) {
    this(node, from, to, microjoules, estimated, null);
  }

  private static void refuseMore(SortedMap<String, Long> gpus, long microjoules) {
    long left = microjoules;
    for (long one : gpus.values()) {
      left = one < 0 || one > left ? -1 : left - one;
    }
    if (left < 0 || gpus.size() > MOST_GPUS || gpus.keySet().stream().anyMatch(EnergySpan::odd)) {
      throw new IllegalArgumentException(
          "Expected at most %d GPUs that together had at most %d microjoules, but got %d of them."
              .formatted(MOST_GPUS, microjoules, gpus.size()));
    }
  }

  private static boolean odd(String unit) {
    return unit.isEmpty() || unit.length() > Amount.LONGEST;
  }

  /** Mean watts, which are microjoules for each microsecond. */
  public double watts() {
    return (double) microjoules / (to - from);
  }

  /** Microjoules from the beginning to a time within, as if they were drawn evenly. */
  long until(long time) {
    return until(microjoules, time);
  }

  /** Microjoules of each GPU in a time within; none where they are not told apart. */
  SortedMap<String, Long> gpusBetween(long start, long end) {
    TreeMap<String, Long> between = new TreeMap<>();
    long left = until(end) - until(start); // parts are rounded each by itself
    for (Map.Entry<String, Long> gpu :
        gpus == null ? List.<Map.Entry<String, Long>>of() : gpus.entrySet()) {
      long had = Math.min(left, until(gpu.getValue(), end) - until(gpu.getValue(), start));
      between.put(gpu.getKey(), had);
      left -= had;
    }
    return between;
  }

  private long until(long all, long time) {
    long length = to - from;
    long passed = time - from;
    long rest = all % length;
    long high = Math.multiplyHigh(rest, passed);
    long share =
        high == 0 && rest * passed >= 0
            ? rest * passed / length
            : BigInteger.valueOf(rest)
                .multiply(BigInteger.valueOf(passed))
                .divide(BigInteger.valueOf(length))
                .longValueExact();
    return all / length * passed + share;
  }
}
