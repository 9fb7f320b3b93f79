package io.pliant.runtime.power;

import java.util.Collections;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One way to learn a node's energy. All methods are called by one thread, {@link #trouble()} before
 * the others. What goes wrong later is complained of once, to whom the sensor was given for that.
 */
interface Sensor extends AutoCloseable {
  /** What is not known: neither zero nor anything else. */
  long GAP = -1;

  /** Word for reports, such as {@code rapl}. */
  String method();

  /** True when it does not read a meter. */
  boolean estimated();

  /** Why it cannot measure here, or null when it can. May wait some seconds for a program. */
  @Nullable String trouble();

  /**
   * Microjoules since the sample before, or {@link #GAP}; the first sample is one.
   *
   * @param nanos monotonic time of the sample
   */
  long sample(long nanos);

  /**
   * Of what the last sample told, the part of each GPU in microjoules, by its index; empty where
   * GPUs are not measured, or not told apart.
   */
  default SortedMap<String, Long> ofGpus() {
    return Collections.emptySortedMap();
  }

  /**
   * Looks for meters that came and went; called about once a second, between samples.
   *
   * @return true when what was sampled since the look before cannot be trusted
   */
  default boolean look() {
    return false;
  }

  @Override
  void close();
}
