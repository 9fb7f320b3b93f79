package io.pliant.e2e;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** The program {@code world.c} of these tests, and what it prints. */
final class MpiWorld {
  static final Path SOURCE = PliantCommand.root().resolve("node-runtime/src/test/c/world.c");

  private MpiWorld() {}

  /** A line for each rank, where each node has as many of them as another. */
  static List<String> lines(int size, int here, RankPlace place) {
    int sum = size * (size - 1) / 2;
    return IntStream.range(0, size)
        .mapToObj(rank ->
            "%d of %d, %d of %d, sum %d".formatted(rank, size, place.local(rank), here, sum))
        .toList();
  }

  /** The same with ranks in blocks. */
  static List<String> lines(int size, int here) {
    return lines(size, here, rank -> rank % here);
  }

  /** Those lines in what a run printed. */
  static List<String> printed(String text) {
    return text.lines().filter(line -> line.contains(", sum ")).toList();
  }

  /** The how manieth of its node a rank is. */
  interface RankPlace {
    int local(int rank);
  }
}
