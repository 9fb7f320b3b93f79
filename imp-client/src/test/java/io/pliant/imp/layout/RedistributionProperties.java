package io.pliant.imp.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.Report;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** One resize of a matrix whose elements know their place, for layouts of each kind. */
final class RedistributionProperties {
  private static Layout layout(int kind, int length, int parts) {
    return kind == 0 ? new Block(length, parts) : new BlockCyclic(length, kind, parts);
  }

  private static IntFunction<Distribution> distributions(int kind, int rows, int columns) {
    return parts -> {
      int across = parts % 2 == 0 ? 2 : 1;
      return new Distribution(
          layout(kind, rows, parts / across), layout((kind + 1) % 4, columns, across));
    };
  }

  /** What a rank must hold: each element is its place in the whole. */
  private static int[] expected(Distribution spread, int rank) {
    int[] cells = new int[spread.count(rank)];
    int across = spread.columns().parts();
    int width = spread.columns().count(rank % across);
    for (int row = 0; row < spread.rows().length(); row++) {
      for (int column = 0; column < spread.columns().length(); column++) {
        if (spread.rows().owner(row) == rank / across
            && spread.columns().owner(column) == rank % across) {
          cells[spread.rows().local(row) * width + spread.columns().local(column)] =
              row * spread.columns().length() + column;
        }
      }
    }
    return cells;
  }

  @Property(tries = 25)
  void shouldBringEachElementToItsNewPlace(
      @ForAll @IntRange(min = 1, max = 6) int from,
      @ForAll @IntRange(min = 1, max = 6) int to,
      @ForAll @IntRange(max = 3) int kind,
      @ForAll @IntRange(min = 1, max = 20) int rows,
      @ForAll @IntRange(min = 1, max = 20) int columns)
      throws Exception {
    Assume.that(from != to);
    IntFunction<Distribution> spread = distributions(kind, rows, columns);
    FakeJob job = FakeJob.of(imp -> resizeOnce(imp, spread), from);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      CompletableFuture<Report> change =
          to > from ? scheduler.expand(to - from) : scheduler.shrink(from - to);
      assertThat(change.get(30, TimeUnit.SECONDS).size()).isEqualTo(to);
      scheduler.awaitEnd(Duration.ofSeconds(30));
    }
  }

  private static void resizeOnce(Imp imp, IntFunction<Distribution> spread) {
    while (imp.status() == LocalStatus.INITIAL && !imp.probe()) {
      imp.world().barrier();
    }
    try (Window window = imp.begin()) {
      Distribution before = spread.apply(window.oldSize());
      Distribution after = spread.apply(window.newSize());
      int[] mine = window.oldRank() < 0 ? new int[0] : expected(before, window.oldRank());
      int[] moved = Redistribution.move(window, mine, before, after);
      int[] wanted = window.newRank() < 0 ? new int[0] : expected(after, window.newRank());
      assertThat(moved).isEqualTo(wanted);
      assertThat(window.commit()).isEqualTo(Outcome.COMMITTED);
    }
  }
}
