package io.pliant.core.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.size.Terms;
import io.pliant.core.size.Terms.OnOffer;
import io.pliant.core.size.Terms.OnShrinkTimeout;
import io.pliant.core.size.Terms.Winner;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
 * Every order of messages, answers, faults and losses up to a bound, for each kind of adaptation:
 * nobody's node runs a task, no node is in two places, no adaptation has two outcomes or none. The
 * bound is on departures from the run in which everything comes in its turn: any one, in the
 * smaller courses any two, at any steps; {@code -Dpliant.adaptation.departures=2} takes minutes.
 */
class AdaptationModelTest {
  /** Bound on departures from the orderly run; 0 for the one that suits each course here. */
  private static final int DEPARTURES = Integer.getInteger("pliant.adaptation.departures", 0);

  private static final Terms USUAL =
      Toy.terms(OnOffer.ACCEPT, OnShrinkTimeout.EXTEND, Winner.APPLICATION);

  static Stream<Arguments> courses() {
    return Stream.of(
        course("expand by one", USUAL, two().wanting(Kind.EXPAND, false, "c")),
        course("expand by two", USUAL, two().wanting(Kind.EXPAND, false, "c", "d")),
        course(
            "expand by two, all or nothing",
            Toy.terms(OnOffer.ALL_OR_NOTHING, OnShrinkTimeout.EXTEND, Winner.APPLICATION),
            two().wanting(Kind.EXPAND, false, "c", "d")),
        course("shrink", USUAL, two().wanting(Kind.SHRINK, false, "b")),
        course("mandatory shrink, extended", USUAL, two().wanting(Kind.SHRINK, true, "b")),
        course(
            "mandatory shrink, nodes taken",
            Toy.terms(OnOffer.ACCEPT, OnShrinkTimeout.KILL_LEAVING, Winner.APPLICATION),
            two().wanting(Kind.SHRINK, true, "b")),
        course(
            "mandatory shrink, requeued",
            Toy.terms(OnOffer.ACCEPT, OnShrinkTimeout.REQUEUE, Winner.APPLICATION),
            two().wanting(Kind.SHRINK, true, "b")),
        course("grow", USUAL, two().wishing(wish(Kind.GROW))),
        course("release", USUAL, two().wishing(wish(Kind.RELEASE))),
        course(
            "race, the program wins",
            USUAL,
            two().wanting(Kind.EXPAND, false, "c").wishing(wish(Kind.RELEASE))),
        course(
            "race, the scheduler wins",
            Toy.terms(OnOffer.ACCEPT, OnShrinkTimeout.EXTEND, Winner.SCHEDULER),
            two().wanting(Kind.EXPAND, false, "c").wishing(wish(Kind.RELEASE))),
        course("loss alone", USUAL, two()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("courses")
  void shouldEndEachAdaptationOnceWhateverTheOrderOfThings(String name, Toy start) {
    Resize active = start.ledger().active();
    boolean large = active == null ? start.wish() != null : active.kind().adds();
    int bound = DEPARTURES > 0 ? DEPARTURES : large ? 1 : 2;
    // given: every run that departs from the orderly one at most so often, at any steps
    Map<Toy, Integer> departures = new HashMap<>();
    Map<Toy, Step> reached = new HashMap<>();
    ArrayDeque<Toy> open = new ArrayDeque<>(List.of(start));
    reached.put(start, new Step(null, "start"));
    departures.put(start, bound);
    int ends = 0;

    // when
    while (!open.isEmpty()) {
      Toy toy = open.pop();
      int left = Objects.requireNonNull(departures.get(toy));
      List<ToyMoves.Move> moves = ToyMoves.of(toy);
      ToyMoves.Move orderly = moves.stream().filter(ToyMoves.Move::fair).findFirst().orElse(null);
      for (ToyMoves.Move move : moves) {
        int then = move == orderly ? left : left - 1;
        if (then >= 0 && departures.getOrDefault(move.to(), -1) < then) {
          departures.put(move.to(), then);
          reached.putIfAbsent(move.to(), new Step(toy, move.name()));
          // then
          assertThat(ToyChecks.faultOf(move.to())).as(() -> path(reached, move.to())).isEmpty();
          open.push(move.to());
        }
      }
      if (orderly == null) {
        ends++;
        List<String> steps = new ArrayList<>();
        assertThat(ToyChecks.unfinished(ToyChecks.finish(toy, steps)))
            .as(() -> path(reached, toy) + ", then: " + String.join(", ", steps))
            .isEmpty();
      }
    }
    assertThat(ends).as("%d states", reached.size()).isGreaterThan(3);
  }

  private record Step(@Nullable Toy before, String name) {}

  private static Arguments course(String name, Terms terms, Toy toy) {
    ToyLedger ledger = toy.ledger();
    Toy fresh = two().with(terms).with(ledger);
    return Arguments.of(name, toy.wish() == null ? fresh : fresh.wishing(toy.wish()));
  }

  private static Toy two() {
    return Toy.running(List.of("a", "b"), List.of("c", "d"), USUAL, new Toy.Budget(1, 1, 1, 1, 1));
  }

  private static Wish wish(Kind kind) {
    return new Wish("r1", kind, 1, List.of());
  }

  private static String path(Map<Toy, Step> reached, Toy to) {
    List<String> names = new ArrayList<>();
    Toy at = to;
    while (at != null) {
      Step step = reached.get(at);
      names.addFirst(step == null ? "?" : step.name());
      at = step == null ? null : step.before();
    }
    return "path: " + String.join(", ", names);
  }
}
