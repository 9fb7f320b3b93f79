package io.pliant.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every order of letters, deaths and hand-overs up to a bound: no node is in two places, no job
 * uses a node that was not lent to it or starts twice, and nothing is left over. The bound is on
 * departures from the run in which everything comes in its turn; {@code
 * -Dpliant.lease.departures=3} takes minutes.
 */
class LeaseModelTest {
  private static final int DEPARTURES = Integer.getInteger("pliant.lease.departures", 2);

  static Stream<Arguments> courses() {
    return Stream.of(
        Arguments.of(
            "a job over two partitions",
            Toy.of(
                List.of(ToyLedger.of("a", "a1"), ToyLedger.of("b", "b1")),
                List.of(Toy.job(1, "a", 2, "a", "b")))),
        Arguments.of(
            "one of two lenders is enough",
            Toy.of(
                List.of(ToyLedger.of("a"), ToyLedger.of("b", "b1"), ToyLedger.of("c", "c1", "c2")),
                List.of(Toy.job(1, "a", 1, "b", "c")))),
        Arguments.of(
            "two jobs that want each other's nodes",
            Toy.of(
                List.of(ToyLedger.of("a", "a1"), ToyLedger.of("b", "b1")),
                List.of(Toy.job(1, "a", 2, "a", "b"), Toy.job(2, "b", 2, "a", "b")))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("courses")
  void shouldKeepEachNodeInOnePlaceWhateverTheOrderOfThings(String name, Toy start) {
    Map<Toy, Integer> departures = new HashMap<>();
    Map<Toy, Step> reached = new HashMap<>();
    ArrayDeque<Toy> open = new ArrayDeque<>(List.of(start));
    reached.put(start, new Step(null, "start"));
    departures.put(start, DEPARTURES);
    int checked = 0;

    while (!open.isEmpty()) {
      Toy toy = open.pop();
      int left = Objects.requireNonNull(departures.get(toy));
      for (ToyMoves.Move move : ToyMoves.of(toy)) {
        int then = move.fair() ? left : left - 1;
        if (then < 0 || departures.getOrDefault(move.to(), -1) >= then) {
          continue;
        }
        boolean fresh = !reached.containsKey(move.to());
        departures.put(move.to(), then);
        open.push(move.to());
        if (fresh) {
          reached.put(move.to(), new Step(toy, move.name()));
          checked++;
          assertThat(ToyChecks.faultsOf(move.to())).as(() -> path(reached, move.to())).isEmpty();
          assertThat(ToyChecks.leftIn(ToyChecks.finish(move.to())))
              .as(() -> path(reached, move.to()))
              .isEmpty();
        }
      }
    }
    assertThat(checked).as("%s: states", name).isGreaterThan(100);
  }

  private record Step(@Nullable Toy before, String name) {}

  private static String path(Map<Toy, Step> reached, Toy to) {
    StringBuilder path = new StringBuilder();
    Toy at = to;
    while (at != null) {
      Step step = reached.get(at);
      path.insert(0, (step == null ? "?" : step.name()) + "\n");
      at = step == null ? null : step.before();
    }
    return path.toString();
  }
}
