package io.pliant.imp;

/** What an adaptation does to the group; never two of them at once. */
public enum AdaptationKind {
  /** Tasks join. */
  EXPAND,
  /** Tasks leave. */
  SHRINK,
  /** Members were lost; the survivors go on without them. */
  LOSS
}
