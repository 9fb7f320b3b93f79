package io.pliant.imp.examples;

import org.jspecify.annotations.Nullable;

/**
 * Fluxes through the faces of a patch along one axis, by Rusanov (Toro, Shock-Capturing Methods for
 * Free-Surface Shallow Flows, 2001). Where a finer block lies beyond, a face's flux is the mean of
 * the two that the finer block computes, from the same numbers: nothing is lost between levels.
 */
final class Faces {
  private static final int FIELDS = Patch.FIELDS;

  private final Patch patch;
  private final int side;
  private final int normal;
  private final int across;
  private final double[] low = new double[FIELDS];
  private final double[] high = new double[FIELDS];
  private final double[] flux = new double[FIELDS];

  /**
   * Faces across an axis.
   *
   * @param normal the momentum's field along the axis: 1 for x, 2 for y
   */
  Faces(Patch patch, int normal) {
    this.patch = patch;
    this.side = patch.side();
    this.normal = normal;
    this.across = 3 - normal;
  }

  /**
   * For each field the fluxes, face k of line i at k * side + i.
   *
   * @param below strip of the block beyond the low side, or null at a wall
   * @param above strip of the block beyond the high side, or null at a wall
   */
  double[][] through(double @Nullable [] below, double @Nullable [] above) {
    double[][] all = new double[FIELDS][(side + 1) * side];
    for (int k = 1; k < side; k++) {
      for (int i = 0; i < side; i++) {
        load(low, k - 1, i);
        load(high, k, i);
        cross();
        put(all, k * side + i);
      }
    }
    for (int i = 0; i < side; i++) {
      load(high, 0, i);
      border(below, low, high, i);
      put(all, i);
      load(low, side - 1, i);
      border(above, high, low, i);
      put(all, side * side + i);
    }
    return all;
  }

  private void put(double[][] all, int at) {
    for (int f = 0; f < FIELDS; f++) {
      all[f][at] = flux[f];
    }
  }

  private void load(double[] to, int k, int i) {
    for (int f = 0; f < FIELDS; f++) {
      to[f] = normal == 1 ? patch.cell(f, k, i) : patch.cell(f, i, k);
    }
  }

  /** The flux at the edge of the patch; fills {@code other}, which lies beyond. */
  private void border(double @Nullable [] strip, double[] other, double[] mine, int i) {
    if (strip == null) {
      System.arraycopy(mine, 0, other, 0, FIELDS);
      other[normal] = -mine[normal];
      cross();
      return;
    }
    int cells = strip.length / FIELDS;
    pick(strip, cells > side ? 2 * i : cells == side ? i : i / 2, other);
    cross();
    if (cells > side) {
      double[] first = flux.clone();
      pick(strip, 2 * i + 1, other);
      cross();
      for (int f = 0; f < FIELDS; f++) {
        flux[f] = 0.5 * (first[f] + flux[f]);
      }
    }
  }

  private static void pick(double[] strip, int i, double[] to) {
    int cells = strip.length / FIELDS;
    for (int f = 0; f < FIELDS; f++) {
      to[f] = strip[f * cells + i];
    }
  }

  /** The flux between {@code low} and {@code high}. */
  private void cross() {
    double u = low[normal] / low[0];
    double v = high[normal] / high[0];
    double fast =
        Math.max(
            Math.abs(u) + Math.sqrt(Patch.GRAVITY * low[0]),
            Math.abs(v) + Math.sqrt(Patch.GRAVITY * high[0]));
    double pressureLow = 0.5 * Patch.GRAVITY * low[0] * low[0];
    double pressureHigh = 0.5 * Patch.GRAVITY * high[0] * high[0];
    flux[0] = mean(low[normal], high[normal], fast, 0);
    flux[normal] =
        mean(low[normal] * u + pressureLow, high[normal] * v + pressureHigh, fast, normal);
    flux[across] = mean(low[across] * u, high[across] * v, fast, across);
  }

  private double mean(double fluxLow, double fluxHigh, double fast, int field) {
    return 0.5 * ((fluxLow + fluxHigh) - fast * (high[field] - low[field]));
  }
}
