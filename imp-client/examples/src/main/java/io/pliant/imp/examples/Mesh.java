package io.pliant.imp.examples;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A square of square blocks, each with a level of refinement: at level l it is cut into (cells *
 * 2^l)^2 cells. Blocks are numbered along the Morton curve and dealt out in contiguous pieces of
 * about equal numbers of cells, so neighbours mostly lie together. All tasks hold the same mesh.
 */
final class Mesh {
  /** Sides of a block: low and high x, low and high y. */
  static final int SIDES = 4;

  private final int edge;
  private final int cells;
  private final int most;
  private final int[] xs;
  private final int[] ys;
  private final int[] at;
  private final int[] levels;

  /**
   * A mesh without refinement.
   *
   * @param edge blocks along an edge of the square
   * @param cells cells along an edge of a block at level 0
   * @param most the highest level
   */
  Mesh(int edge, int cells, int most) {
    this.edge = edge;
    this.cells = cells;
    this.most = most;
    this.levels = new int[edge * edge];
    int[] order =
        IntStream.range(0, edge * edge)
            .boxed()
            .sorted(Comparator.comparingLong(i -> morton(i % edge, i / edge)))
            .mapToInt(Integer::intValue)
            .toArray();
    this.xs = Arrays.stream(order).map(i -> i % edge).toArray();
    this.ys = Arrays.stream(order).map(i -> i / edge).toArray();
    this.at = new int[edge * edge];
    for (int block = 0; block < order.length; block++) {
      at[order[block]] = block;
    }
  }

  private Mesh(Mesh like, int[] levels) {
    this.edge = like.edge;
    this.cells = like.cells;
    this.most = like.most;
    this.xs = like.xs;
    this.ys = like.ys;
    this.at = like.at;
    this.levels = levels;
  }

  private static long morton(int x, int y) {
    long code = 0;
    for (int bit = 0; bit < 31; bit++) {
      code |= (long) (x >> bit & 1) << 2 * bit | (long) (y >> bit & 1) << 2 * bit + 1;
    }
    return code;
  }

  int blocks() {
    return levels.length;
  }

  int edge() {
    return edge;
  }

  int x(int block) {
    return xs[block];
  }

  int y(int block) {
    return ys[block];
  }

  /** The block at that place. */
  int block(int x, int y) {
    return at[y * edge + x];
  }

  int level(int block) {
    return levels[block];
  }

  int[] levels() {
    return levels.clone();
  }

  /** Cells along an edge of a block of that level. */
  int side(int level) {
    return cells << level;
  }

  /** The length of a cell's edge; the square's is 1. */
  double width(int level) {
    return 1.0 / ((long) edge * side(level));
  }

  int finest() {
    return Arrays.stream(levels).max().orElse(0);
  }

  long cellCount() {
    return Arrays.stream(levels).mapToLong(this::cellsOf).sum();
  }

  private long cellsOf(int level) {
    return (long) side(level) * side(level);
  }

  /** The block beyond that side, or -1 at the wall. */
  int neighbour(int block, int side) {
    int x = xs[block] + (side == 0 ? -1 : side == 1 ? 1 : 0);
    int y = ys[block] + (side == 2 ? -1 : side == 3 ? 1 : 0);
    return x < 0 || y < 0 || x == edge || y == edge ? -1 : block(x, y);
  }

  /** The same side seen from beyond. */
  static int opposite(int side) {
    return side ^ 1;
  }

  /**
   * The mesh with levels nearer to what each block wants: at most one up or down, none above the
   * highest, and neighbours never further apart than one.
   */
  Mesh adapted(int[] wanted) {
    int[] next = new int[levels.length];
    for (int block = 0; block < next.length; block++) {
      int step = Integer.signum(wanted[block]);
      next[block] = Math.max(0, Math.min(most, levels[block] + step));
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block = 0; block < next.length; block++) {
        for (int side = 0; side < SIDES; side++) {
          int beyond = neighbour(block, side);
          if (beyond >= 0 && next[beyond] > next[block] + 1) {
            next[block] = next[beyond] - 1;
            changed = true;
          }
        }
      }
    }
    return new Mesh(this, next);
  }

  /** The mesh with those levels, which another task has. */
  Mesh withLevels(int[] others) {
    return new Mesh(this, others.clone());
  }

  /** For each block the rank that has it. */
  int[] owners(int tasks) {
    int[] owners = new int[levels.length];
    long total = 2 * cellCount();
    long before = 0;
    for (int block = 0; block < owners.length; block++) {
      long weight = cellsOf(levels[block]);
      owners[block] = (int) ((2 * before + weight) * tasks / total);
      before += weight;
    }
    return owners;
  }
}
