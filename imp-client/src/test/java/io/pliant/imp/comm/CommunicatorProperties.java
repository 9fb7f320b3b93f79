package io.pliant.imp.comm;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.TaskProgram;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Each collective against its definition, over groups of every small size and random parts. */
final class CommunicatorProperties {
  private static void runOn(int tasks, TaskProgram program) throws Exception {
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(program, tasks))) {
      scheduler.awaitEnd(Duration.ofSeconds(30));
    }
  }

  /** What rank {@code rank} contributes: a length and values of its own. */
  private static double[] part(long seed, int rank) {
    Random random = new Random(seed * 31 + rank);
    return random.doubles(random.nextInt(0, 50), -1e6, 1e6).toArray();
  }

  private static List<double[]> parts(long seed, int size) {
    List<double[]> parts = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      parts.add(part(seed, rank));
    }
    return parts;
  }

  private static void same(List<double[]> actual, List<double[]> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      assertThat(actual.get(i)).isEqualTo(expected.get(i));
    }
  }

  @Property(tries = 20)
  void shouldDoWhatCollectivesAreDefinedToDo(
      @ForAll @IntRange(min = 1, max = 9) int size, @ForAll long seed) throws Exception {
    int root = Math.floorMod(seed, size);
    runOn(
        size,
        imp -> {
          Communicator world = imp.world();
          int rank = world.rank();
          double[] mine = part(seed, rank);
          List<double[]> all = parts(seed, size);
          world.barrier();
          assertThat(world.bcast(mine, root)).isEqualTo(all.get(root));
          same(world.gather(mine, root), rank == root ? all : List.of());
          assertThat(world.scatter(all, root, double[].class)).isEqualTo(mine);
          same(world.allgather(mine), all);
          List<double[]> out = new ArrayList<>();
          List<double[]> in = new ArrayList<>();
          for (int other = 0; other < size; other++) {
            out.add(part(seed + rank, other));
            in.add(part(seed + other, rank));
          }
          same(world.alltoallv(out), in);
        });
  }

  @Property(tries = 12)
  void shouldReduceInEveryTypeToTheSameBitsEverywhere(
      @ForAll @IntRange(min = 1, max = 9) int size, @ForAll long seed) throws Exception {
    runOn(
        size,
        imp -> {
          Communicator world = imp.world();
          int rank = world.rank();
          assertThat(world.allreduce((long) rank + 1, ReduceOp.SUM))
              .isEqualTo(size * (size + 1L) / 2);
          assertThat(world.allreduce(new int[] {rank, -rank}, ReduceOp.MAX))
              .containsExactly(size - 1, 0);
          assertThat(world.allreduce(new float[] {rank}, ReduceOp.MIN)).containsExactly(0f);
          assertThat(world.allreduce(new long[] {2}, ReduceOp.PRODUCT)).containsExactly(1L << size);
          double sum = world.allreduce(new Random(seed + rank).nextGaussian(), ReduceOp.SUM);
          for (double[] other : world.allgather(new double[] {sum})) {
            assertThat(Double.doubleToRawLongBits(other[0]))
                .isEqualTo(Double.doubleToRawLongBits(sum));
          }
          double[] atRoot = world.reduce(new double[] {rank}, ReduceOp.SUM, size - 1);
          assertThat(atRoot[0]).isEqualTo(rank == size - 1 ? size * (size - 1) / 2.0 : rank);
        });
  }

  @Property(tries = 5)
  void shouldKeepTheOrderOfEachSenderAndTag(@ForAll @IntRange(min = 2, max = 6) int size)
      throws Exception {
    runOn(
        size,
        imp -> {
          Communicator world = imp.world();
          int right = (world.rank() + 1) % size;
          int left = (world.rank() + size - 1) % size;
          for (int i = 0; i < 200; i++) {
            world.send(right, i % 3, ByteBuffer.allocate(4).putInt(0, i));
          }
          for (int tag = 2; tag >= 0; tag--) {
            for (int i = tag; i < 200; i += 3) {
              assertThat(world.recv(left, tag, ByteBuffer.class).getInt(0)).isEqualTo(i);
            }
          }
        });
  }
}
