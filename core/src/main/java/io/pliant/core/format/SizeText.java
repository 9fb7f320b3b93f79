package io.pliant.core.format;

/** Sizes of memory as Slurm's users read them. */
public final class SizeText {
  private static final int KILO = 1024;

  private SizeText() {}

  /** Megabytes with the largest unit that loses nothing: {@code 512M}, {@code 16G}, {@code 1T}. */
  public static String megabytes(long megabytes) {
    if (megabytes != 0 && megabytes % (KILO * KILO) == 0) {
      return megabytes / (KILO * KILO) + "T";
    }
    return megabytes != 0 && megabytes % KILO == 0 ? megabytes / KILO + "G" : megabytes + "M";
  }
}
