package io.pliant.core.resource;

/**
 * Memory that a job needs for each of its cpus.
 *
 * @param megabytes at least 1
 */
public record MemoryPerCpu(int megabytes) {
  public MemoryPerCpu {
    if (megabytes < 1) {
      throw new IllegalArgumentException(
          "Expected at least 1 MB for each cpu, but got " + megabytes + ".");
    }
  }

  /** Megabytes for that many cpus, at most what an int holds. */
  public int forCpus(long cpus) {
    return (int) Math.min(Integer.MAX_VALUE, Math.min(cpus, Integer.MAX_VALUE) * megabytes);
  }
}
