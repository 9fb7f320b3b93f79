package io.pliant.imp.examples;

import org.jspecify.annotations.Nullable;

/**
 * Water on one block: depth and momentum in each cell, advanced by a first-order finite-volume
 * scheme ({@link Faces}). The arithmetic is such that mirrored or transposed water gives mirrored
 * or transposed bits.
 */
final class Patch {
  /** Depth, momentum in x, momentum in y. */
  static final int FIELDS = 3;

  static final double GRAVITY = 9.81;

  private final int side;
  private final double[][] fields;

  /**
   * Water as it is.
   *
   * @param side cells along an edge
   * @param fields for each of the three fields the cells, row after row in y
   */
  Patch(int side, double[][] fields) {
    this.side = side;
    this.fields = fields;
  }

  /** Reads what {@link #write} wrote. */
  static Patch read(int side, double[] from, int at) {
    double[][] fields = new double[FIELDS][side * side];
    for (int f = 0; f < FIELDS; f++) {
      System.arraycopy(from, at + f * side * side, fields[f], 0, side * side);
    }
    return new Patch(side, fields);
  }

  /** Puts all numbers into {@code to} from {@code at} on; returns the place after them. */
  int write(double[] to, int at) {
    int next = at;
    for (double[] field : fields) {
      System.arraycopy(field, 0, to, next, field.length);
      next += field.length;
    }
    return next;
  }

  /** Numbers that {@link #write} writes. */
  static int length(int side) {
    return FIELDS * side * side;
  }

  int side() {
    return side;
  }

  double cell(int field, int x, int y) {
    return fields[field][y * side + x];
  }

  /** The cells along a side, field after field: what the block beyond needs. */
  double[] strip(int which) {
    double[] strip = new double[FIELDS * side];
    for (int f = 0; f < FIELDS; f++) {
      for (int i = 0; i < side; i++) {
        strip[f * side + i] = fields[f][along(which, i)];
      }
    }
    return strip;
  }

  private int along(int which, int i) {
    return switch (which) {
      case 0 -> i * side;
      case 1 -> i * side + side - 1;
      case 2 -> i;
      default -> (side - 1) * side + i;
    };
  }

  /** The largest |velocity| + wave speed along x or y. */
  double speed() {
    double most = 0;
    for (int i = 0; i < side * side; i++) {
      double h = fields[0][i];
      double wave = Math.sqrt(GRAVITY * h);
      most = Math.max(most, Math.abs(fields[1][i] / h) + wave);
      most = Math.max(most, Math.abs(fields[2][i] / h) + wave);
    }
    return most;
  }

  /** The largest difference of depth between cells side by side. */
  double jump() {
    double most = 0;
    double[] h = fields[0];
    for (int i = 0; i < side * side; i++) {
      most = Math.max(most, i % side == 0 ? 0 : Math.abs(h[i] - h[i - 1]));
      most = Math.max(most, i < side ? 0 : Math.abs(h[i] - h[i - side]));
    }
    return most;
  }

  /** Twice as fine: each cell becomes four like it. */
  Patch refined() {
    int fine = 2 * side;
    double[][] next = new double[FIELDS][fine * fine];
    for (int f = 0; f < FIELDS; f++) {
      for (int i = 0; i < fine * fine; i++) {
        next[f][i] = fields[f][i / fine / 2 * side + i % fine / 2];
      }
    }
    return new Patch(fine, next);
  }

  /** Half as fine: four cells become their mean, added along the diagonals for symmetry. */
  Patch coarsened() {
    int coarse = side / 2;
    double[][] next = new double[FIELDS][coarse * coarse];
    for (int f = 0; f < FIELDS; f++) {
      for (int i = 0; i < coarse * coarse; i++) {
        int a = i / coarse * 2 * side + i % coarse * 2;
        double[] u = fields[f];
        next[f][i] = ((u[a] + u[a + side + 1]) + (u[a + 1] + u[a + side])) * 0.25;
      }
    }
    return new Patch(coarse, next);
  }

  /**
   * The water after a step.
   *
   * @param ratio duration of the step by length of a cell
   * @param beyond for each side the strip of the block beyond, at its resolution (half, the same or
   *     twice as many cells), or null at a wall
   */
  Patch advanced(double ratio, double[] @Nullable [] beyond) {
    double[][] x = new Faces(this, 1).through(beyond[0], beyond[1]);
    double[][] y = new Faces(this, 2).through(beyond[2], beyond[3]);
    double[][] next = new double[FIELDS][side * side];
    for (int f = 0; f < FIELDS; f++) {
      for (int row = 0; row < side; row++) {
        for (int column = 0; column < side; column++) {
          int i = row * side + column;
          double dx = x[f][(column + 1) * side + row] - x[f][column * side + row];
          double dy = y[f][(row + 1) * side + column] - y[f][row * side + column];
          next[f][i] = fields[f][i] - ratio * (dx + dy);
        }
      }
    }
    return new Patch(side, next);
  }
}
