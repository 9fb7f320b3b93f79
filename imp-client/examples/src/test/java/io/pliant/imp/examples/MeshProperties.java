package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Meshes that were refined at random stay sound, and so does how they are dealt out. */
final class MeshProperties {
  private static Mesh random(int edge, int seed) {
    Random random = new Random(seed);
    Mesh mesh = new Mesh(edge, 4, 3);
    for (int round = 0; round < 6; round++) {
      mesh = mesh.adapted(random.ints(mesh.blocks(), -1, 2).toArray());
    }
    return mesh;
  }

  @Property(tries = 100)
  void shouldKeepNeighboursWithinOneLevel(
      @ForAll @IntRange(min = 1, max = 9) int edge, @ForAll int seed) {
    Mesh mesh = random(edge, seed);
    for (int block = 0; block < mesh.blocks(); block++) {
      assertThat(mesh.block(mesh.x(block), mesh.y(block))).isEqualTo(block);
      for (int side = 0; side < Mesh.SIDES; side++) {
        int beyond = mesh.neighbour(block, side);
        if (beyond >= 0) {
          assertThat(mesh.neighbour(beyond, Mesh.opposite(side))).isEqualTo(block);
          assertThat(Math.abs(mesh.level(block) - mesh.level(beyond))).isLessThanOrEqualTo(1);
        }
      }
    }
  }

  @Property(tries = 100)
  void shouldChangeEachBlockByOneLevelAtMost(
      @ForAll @IntRange(min = 1, max = 9) int edge, @ForAll int seed) {
    Mesh before = random(edge, seed);
    Mesh after = before.adapted(new Random(seed + 1L).ints(before.blocks(), -1, 2).toArray());
    for (int block = 0; block < before.blocks(); block++) {
      assertThat(Math.abs(before.level(block) - after.level(block))).isLessThanOrEqualTo(1);
    }
  }

  @Property(tries = 100)
  void shouldDealOutContiguousPiecesOfAboutEqualWeight(
      @ForAll @IntRange(min = 1, max = 9) int edge,
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 14) int tasks) {
    Mesh mesh = random(edge, seed);
    int[] owners = mesh.owners(tasks);
    long[] cells = new long[tasks];
    long largest = 0;
    for (int block = 0; block < owners.length; block++) {
      assertThat(owners[block]).isBetween(block == 0 ? 0 : owners[block - 1], tasks - 1);
      long weight = (long) mesh.side(mesh.level(block)) * mesh.side(mesh.level(block));
      cells[owners[block]] += weight;
      largest = Math.max(largest, weight);
    }
    for (long held : cells) {
      assertThat(held).isLessThanOrEqualTo(mesh.cellCount() / tasks + largest + 1);
    }
  }

  @Property(tries = 50)
  void shouldKeepTheWaterWhenRefinedAndCoarsened(@ForAll @IntRange(min = 1, max = 4) int edge) {
    Pool before = Pool.initial(new Mesh(edge, 4, 2), 2);
    int[] up = new int[before.mesh().blocks()];
    java.util.Arrays.fill(up, 1);
    Pool finer = before.on(before.mesh().adapted(up));
    assertThat(finer.volume()).isCloseTo(before.volume(), within(1e-13));
    int[] down = new int[up.length];
    java.util.Arrays.fill(down, -1);
    Pool coarser = finer.on(finer.mesh().adapted(down));
    assertThat(coarser.volume()).isCloseTo(before.volume(), within(1e-13));
  }

  private static org.assertj.core.data.Offset<Double> within(double value) {
    return org.assertj.core.data.Offset.offset(value);
  }
}
