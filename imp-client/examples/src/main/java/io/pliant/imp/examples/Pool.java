package io.pliant.imp.examples;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The patches of a mesh that one task has; all of them, at the start and for the check. */
final class Pool {
  /** Refine where the depth jumps by more between two cells; coarsen where by less than a third. */
  private static final double REFINE = 0.005;

  private final Mesh mesh;
  private final TreeMap<Integer, Patch> patches = new TreeMap<>();

  Pool(Mesh mesh) {
    this.mesh = mesh;
  }

  Mesh mesh() {
    return mesh;
  }

  Map<Integer, Patch> patches() {
    return patches;
  }

  Patch patch(int block) {
    Patch patch = patches.get(block);
    if (patch == null) {
      throw new IllegalStateException(
          "Expected block " + block + " to be here, but only " + patches.keySet() + " are.");
    }
    return patch;
  }

  /**
   * All of the water before it moves: at rest, one deep, with a round hill in the middle, refined
   * where that is steep.
   */
  static Pool initial(Mesh flat, int most) {
    Pool pool = new Pool(flat);
    for (int round = 0; round <= most; round++) {
      Mesh mesh = round == 0 ? flat : pool.mesh.adapted(pool.wishes());
      pool = new Pool(mesh);
      for (int block = 0; block < mesh.blocks(); block++) {
        pool.patches.put(block, hill(mesh, block));
      }
    }
    return pool;
  }

  private static Patch hill(Mesh mesh, int block) {
    int side = mesh.side(mesh.level(block));
    double[][] fields = new double[Patch.FIELDS][side * side];
    long all = (long) mesh.edge() * side;
    for (int i = 0; i < side * side; i++) {
      // whole numbers, so that mirrored places give the same depth
      long x = 2 * ((long) mesh.x(block) * side + i % side) + 1 - all;
      long y = 2 * ((long) mesh.y(block) * side + i / side) + 1 - all;
      double distance = (double) (x * x + y * y) / ((double) all * all);
      fields[0][i] = 1 + 0.5 * StrictMath.exp(-distance / 0.02);
    }
    return new Patch(side, fields);
  }

  /** For each block here whether it is to be finer (1), coarser (-1) or neither; 0 elsewhere. */
  int[] wishes() {
    int[] wishes = new int[mesh.blocks()];
    patches.forEach((block, patch) -> {
      double jump = patch.jump();
      wishes[block] = jump > REFINE ? 1 : jump < REFINE / 3 ? -1 : 0;
    });
    return wishes;
  }

  /** The same water on another mesh, at most one level away. */
  Pool on(Mesh next) {
    Pool pool = new Pool(next);
    patches.forEach((block, patch) -> {
      int up = next.level(block) - mesh.level(block);
      pool.patches.put(block, up > 0 ? patch.refined() : up < 0 ? patch.coarsened() : patch);
    });
    return pool;
  }

  /** The numbers of those blocks, one after the other; they need not all be here. */
  double[] pack(List<Integer> blocks) {
    int length = 0;
    for (int block : blocks) {
      length += Patch.length(mesh.side(mesh.level(block)));
    }
    double[] numbers = new double[length];
    int at = 0;
    for (int block : blocks) {
      at = patch(block).write(numbers, at);
    }
    return numbers;
  }

  /** Takes in what {@link #pack} of those blocks gave. */
  void unpack(List<Integer> blocks, double[] numbers) {
    int at = 0;
    for (int block : blocks) {
      int side = mesh.side(mesh.level(block));
      patches.put(block, Patch.read(side, numbers, at));
      at += Patch.length(side);
    }
  }

  /** All the water, in cells of depth times area, block after block. */
  double volume() {
    double volume = 0;
    for (Map.Entry<Integer, Patch> entry : patches.entrySet()) {
      double width = mesh.width(mesh.level(entry.getKey()));
      Patch patch = entry.getValue();
      double sum = 0;
      for (int i = 0; i < patch.side() * patch.side(); i++) {
        sum += patch.cell(0, i % patch.side(), i / patch.side());
      }
      volume += sum * width * width;
    }
    return volume;
  }
}
