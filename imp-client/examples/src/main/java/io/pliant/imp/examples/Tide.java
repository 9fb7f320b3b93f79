package io.pliant.imp.examples;

import io.pliant.imp.comm.Communicator;
import io.pliant.imp.comm.ReduceOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What the tasks of the shallow-water solver tell each other about one mesh. */
final class Tide {
  private static final int EDGES = 1;

  private final Communicator world;
  private final Mesh mesh;
  private final int[] owners;
  private final int me;

  Tide(Communicator world, Mesh mesh) {
    this.world = world;
    this.mesh = mesh;
    this.owners = mesh.owners(world.size());
    this.me = world.rank();
  }

  /** Of all the water the part that this task has. */
  Pool share(Pool all) {
    Pool mine = new Pool(mesh);
    for (int block = 0; block < owners.length; block++) {
      if (owners[block] == me) {
        mine.patches().put(block, all.patch(block));
      }
    }
    return mine;
  }

  // ---- a step

  /** The water here after one step; the same bits on any number of tasks. */
  Pool step(Pool pool) {
    double speed = 0;
    for (Patch patch : pool.patches().values()) {
      speed = Math.max(speed, patch.speed());
    }
    double fastest = world.allreduce(speed, ReduceOp.MAX);
    double duration = 0.4 * mesh.width(mesh.finest()) / fastest;
    TreeMap<Integer, double[][]> beyond = edges(pool);
    Pool next = new Pool(mesh);
    pool.patches()
        .forEach((block, patch) -> {
          double ratio = duration / mesh.width(mesh.level(block));
          next.patches()
              .put(block, patch.advanced(ratio, Objects.requireNonNull(beyond.get(block))));
        });
    return next;
  }

  /** A side of a block of one task behind which lies a block of another, or its own. */
  private interface Border {
    void is(int block, int side);
  }

  private void eachBorder(int of, int with, Border border) {
    for (int block = 0; block < owners.length; block++) {
      for (int side = 0; side < Mesh.SIDES && owners[block] == of; side++) {
        int beyond = mesh.neighbour(block, side);
        if (beyond >= 0 && owners[beyond] == with) {
          border.is(block, side);
        }
      }
    }
  }

  /** For each block here and each side the strip beyond; one message to each neighbouring task. */
  private TreeMap<Integer, double[][]> edges(Pool pool) {
    TreeMap<Integer, double[][]> beyond = new TreeMap<>();
    pool.patches().keySet().forEach(block -> beyond.put(block, new double[Mesh.SIDES][]));
    for (int other = 0; other < world.size(); other++) {
      List<double[]> strips = new ArrayList<>();
      eachBorder(me, other, (block, side) -> strips.add(pool.patch(block).strip(side)));
      if (other == me) {
        place(me, strips, beyond);
      } else if (!strips.isEmpty()) {
        world.send(other, EDGES, joined(strips));
      }
    }
    for (int other = 0; other < world.size(); other++) {
      List<Integer> lengths = new ArrayList<>();
      eachBorder(
          other, me, (block, side) -> lengths.add(Patch.FIELDS * mesh.side(mesh.level(block))));
      if (other != me && !lengths.isEmpty()) {
        place(other, parts(world.recv(other, EDGES, double[].class), lengths), beyond);
      }
    }
    return beyond;
  }

  /** Strips of {@code other}'s blocks to the blocks here that they lie beyond of. */
  private void place(int other, List<double[]> strips, TreeMap<Integer, double[][]> beyond) {
    int[] next = {0};
    eachBorder(
        other,
        me,
        (block, side) -> {
          int to = mesh.neighbour(block, side);
          Objects.requireNonNull(beyond.get(to))[Mesh.opposite(side)] = strips.get(next[0]++);
        });
  }

  private static double[] joined(List<double[]> parts) {
    double[] all = new double[parts.stream().mapToInt(p -> p.length).sum()];
    int at = 0;
    for (double[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private static List<double[]> parts(double[] all, List<Integer> lengths) {
    List<double[]> parts = new ArrayList<>();
    int at = 0;
    for (int length : lengths) {
      parts.add(Arrays.copyOfRange(all, at, at + length));
      at += length;
    }
    return parts;
  }

  // ---- another mesh, other owners

  /** The water on the mesh that it wants now, dealt out anew. */
  Pool regridded(Pool pool) {
    Mesh next = mesh.adapted(world.allreduce(pool.wishes(), ReduceOp.SUM));
    int[] ranks = IntStream.range(0, world.size()).toArray();
    return moved(world, pool.on(next), new Deal(owners, next.owners(world.size()), ranks, ranks));
  }

  /**
   * Who had which block, and who gets it.
   *
   * @param before the old rank that has a block
   * @param after the new rank that gets it
   * @param oldRanks the old rank of each task that takes part, -1 for none
   * @param newRanks its new rank, -1 for none
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Deal(int[] before, int[] after, int[] oldRanks, int[] newRanks) {
    List<Integer> moving(int from, int to) {
      List<Integer> blocks = new ArrayList<>();
      for (int block = 0; block < before.length; block++) {
        if (before[block] == oldRanks[from] && after[block] == newRanks[to]) {
          blocks.add(block);
        }
      }
      return blocks;
    }
  }

  /** What this task has after a deal; collective over {@code all}. */
  static Pool moved(Communicator all, Pool pool, Deal deal) {
    List<double[]> parcels = new ArrayList<>();
    for (int to = 0; to < all.size(); to++) {
      parcels.add(pool.pack(deal.moving(all.rank(), to)));
    }
    List<double[]> received = all.alltoallv(parcels);
    Pool next = new Pool(pool.mesh());
    for (int from = 0; from < all.size(); from++) {
      next.unpack(deal.moving(from, all.rank()), received.get(from));
    }
    return next;
  }

  /** All the water at rank 0, what is here elsewhere. */
  Pool gathered(Pool pool) {
    List<Integer> here = new ArrayList<>(pool.patches().keySet());
    List<double[]> parts = world.gather(pool.pack(here), 0);
    Pool all = new Pool(mesh);
    for (int from = 0; from < parts.size(); from++) {
      List<Integer> blocks = new ArrayList<>();
      for (int block = 0; block < owners.length; block++) {
        if (owners[block] == from) {
          blocks.add(block);
        }
      }
      all.unpack(blocks, parts.get(from));
    }
    return all;
  }
}
