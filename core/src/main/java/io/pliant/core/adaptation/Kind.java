package io.pliant.core.adaptation;

/** What an adaptation is to do, and who wished it. */
public enum Kind {
  /** The scheduler adds nodes. */
  EXPAND,
  /** The scheduler takes nodes. */
  SHRINK,
  /** The program asked for nodes. */
  GROW,
  /** The program gives nodes back. */
  RELEASE,
  /** Tasks are gone; the survivors go on without them. */
  LOSS;

  /** True when nodes come. */
  public boolean adds() {
    return this == EXPAND || this == GROW;
  }

  /** True when nodes go that still run. */
  public boolean removes() {
    return this == SHRINK || this == RELEASE;
  }

  /** True when the program asked for it and is not asked again. */
  public boolean wished() {
    return this == GROW || this == RELEASE;
  }

  /** The word of the adapt protocol: {@code expand}, {@code shrink} or {@code loss}. */
  public String wire() {
    return adds() ? "expand" : removes() ? "shrink" : "loss";
  }
}
