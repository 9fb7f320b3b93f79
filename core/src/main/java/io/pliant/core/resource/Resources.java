package io.pliant.core.resource;

import org.jspecify.annotations.Nullable;

/**
 * An amount of what can be held of a node or of the cluster: cpus, memory, and the countable kinds
 * that a site declares. All that compares, adds or takes away resources does it here.
 *
 * @param cpus at least 0
 * @param memoryMb megabytes, at least 0
 * @param kinds everything else that is counted
 */
public record Resources(int cpus, int memoryMb, Kinds kinds) {
  /** Name of the cpus among the dimensions. */
  public static final String CPUS = "cpus";

  /** Name of the memory among the dimensions. */
  public static final String MEMORY = "memory";

  /** Nothing at all. */
  public static final Resources NONE = new Resources(0, 0);

  public Resources {
    if (cpus < 0 || memoryMb < 0) {
      throw new IllegalArgumentException(
          "Expected at least 0 cpus and 0 MB, but got %d and %d.".formatted(cpus, memoryMb));
    }
  }

  /** Cpus and memory alone. */
  public Resources(int cpus, int memoryMb) {
    this(cpus, memoryMb, Kinds.NONE);
  }

  /** The value of a stored form, which leaves out kinds when there are none. */
  public static Resources of(int cpus, int memoryMb, @Nullable Kinds kinds) {
    return new Resources(cpus, memoryMb, Kinds.orNone(kinds));
  }

  /** The kinds as they are stored: null when there are none. */
  public @Nullable Kinds storedKinds() {
    return Kinds.orNull(kinds);
  }

  /** The same with other kinds. */
  public Resources with(Kinds others) {
    return new Resources(cpus, memoryMb, others);
  }

  /** Both together. */
  public Resources plus(Resources other) {
    return new Resources(
        Math.addExact(cpus, other.cpus),
        Math.addExact(memoryMb, other.memoryMb),
        kinds.plus(other.kinds));
  }

  /**
   * What is left without those.
   *
   * @throws IllegalArgumentException when it does not cover them; it names the dimension
   */
  public Resources minus(Resources other) {
    String missing = firstMissing(other);
    if (missing != null) {
      throw new IllegalArgumentException(
          "Expected to take %s of %s, but there is not enough of %s."
              .formatted(other.text(), text(), missing));
    }
    return new Resources(cpus - other.cpus, memoryMb - other.memoryMb, kinds.minus(other.kinds));
  }

  /** What is left without those, of which there may be less; never below nothing. */
  public Resources without(Resources other) {
    return new Resources(
        Math.max(0, cpus - other.cpus),
        Math.max(0, memoryMb - other.memoryMb),
        kinds.without(other.kinds));
  }

  /** The larger count of each dimension. */
  public Resources most(Resources other) {
    return new Resources(
        Math.max(cpus, other.cpus), Math.max(memoryMb, other.memoryMb), kinds.most(other.kinds));
  }

  /** The smaller count of each dimension. */
  public Resources least(Resources other) {
    return new Resources(
        Math.min(cpus, other.cpus), Math.min(memoryMb, other.memoryMb), kinds.least(other.kinds));
  }

  /** True when there is at least as much of everything as in the other. */
  public boolean covers(Resources other) {
    return cpus >= other.cpus && memoryMb >= other.memoryMb && kinds.covers(other.kinds);
  }

  /**
   * The first dimension of which there is less than in the other: {@link #CPUS}, {@link #MEMORY},
   * then kinds by name; null when it covers the other.
   */
  public @Nullable String firstMissing(Resources other) {
    return cpus < other.cpus
        ? CPUS
        : memoryMb < other.memoryMb ? MEMORY : kinds.firstMissing(other.kinds);
  }

  /** How much there is of a dimension, by its name. */
  public int count(String dimension) {
    return switch (dimension) {
      case CPUS -> cpus;
      case MEMORY -> memoryMb;
      default -> kinds.count(dimension);
    };
  }

  /** As people read it: {@code 4 cpus and 100 MB and 2 gpu:a100}. */
  public String text() {
    String base = "%d cpus and %d MB".formatted(cpus, memoryMb);
    return kinds.isNone() ? base : base + " and " + kinds.text();
  }
}
