package io.pliant.core.energy;

/**
 * All that was counted of a node, or that it has no meter. What its jobs had is {@code metered}
 * without {@code idle} and {@code unaccounted}.
 *
 * @param since where counting began, in microseconds since the epoch
 * @param until up to where the node is counted, in microseconds since the epoch
 * @param forgotten up to where stays were given up that no meter has told of, or 0
 * @param method what measures, as the node's agent calls it
 * @param metered what the meter counted
 * @param idle the part of it during which nobody held the node
 * @param unaccounted the part of it that came after its holders were given up
 */
public record NodeAccount(
    long since,
    long until,
    long forgotten,
    String method,
    Energy metered,
    Energy idle,
    Energy unaccounted) {
  /** True when its meter has told anything. */
  public boolean known() {
    return metered.measuredMicros() > 0;
  }

  /** True when a count begins where this ends, and was not taken before. */
  boolean isNext(NodeCount count) {
    boolean news = count.until() > count.from() || count.forgotten() > forgotten;
    return news && (!known() || until == count.from());
  }

  static NodeAccount open(NodeCount first) {
    return new NodeAccount(
        first.from(),
        first.until(),
        first.forgotten(),
        first.method(),
        first.metered(),
        first.idle(),
        first.unaccounted());
  }

  NodeAccount plus(NodeCount count) {
    return new NodeAccount(
        known() ? since : count.from(),
        Math.max(until, count.until()),
        Math.max(forgotten, count.forgotten()),
        count.method(),
        metered.plus(count.metered()),
        idle.plus(count.idle()),
        unaccounted.plus(count.unaccounted()));
  }
}
