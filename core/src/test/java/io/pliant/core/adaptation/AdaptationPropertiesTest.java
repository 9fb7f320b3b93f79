package io.pliant.core.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.size.Terms.OnOffer;
import io.pliant.core.size.Terms.OnShrinkTimeout;
import io.pliant.core.size.Terms.Winner;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Long random runs of a toy cluster with many adaptations and many faults. */
class AdaptationPropertiesTest {
  private static final int STEPS = 500;

  @Property(tries = 60)
  void shouldKeepEachNodeInOnePlaceAndEndEachAdaptationOnce(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Toy toy =
        Toy.running(
            List.of("a", "b"),
            List.of("c", "d"),
            Toy.terms(
                any(random, OnOffer.values()),
                any(random, OnShrinkTimeout.values()),
                any(random, Winner.values())),
            new Toy.Budget(2, 4, 6, 2, 3));
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      toy = maybeWanting(toy, random, i);
      List<ToyMoves.Move> moves = ToyMoves.of(toy);
      List<ToyMoves.Move> usual = moves.stream().filter(ToyMoves.Move::fair).toList();
      List<ToyMoves.Move> pool = usual.isEmpty() || random.nextInt(25) == 0 ? moves : usual;
      if (!pool.isEmpty()) {
        ToyMoves.Move move = pool.get(random.nextInt(pool.size()));
        steps.add(move.name());
        toy = move.to();
      }
      assertThat(ToyChecks.faultOf(toy)).as("%s", steps).isEmpty();
    }
    assertThat(ToyChecks.unfinished(ToyChecks.finish(toy, steps))).as("%s", steps).isEmpty();
  }

  private static Toy maybeWanting(Toy toy, SplittableRandom random, int step) {
    ToyLedger ledger = toy.ledger();
    if (toy.job().over() || busy(ledger) || random.nextInt(10) > 0) {
      return toy;
    }
    List<NodeName> givable =
        ledger.held().size() > 1 ? ledger.held().subList(1, ledger.held().size()) : List.of();
    if (random.nextInt(4) == 0 && toy.wish() == null) {
      Kind kind = random.nextBoolean() ? Kind.GROW : Kind.RELEASE;
      return toy.wishing(new Wish("r" + step, kind, 1, List.of()));
    }
    if (random.nextBoolean() && !ledger.free().isEmpty()) {
      int n = 1 + random.nextInt(ledger.free().size());
      return toy.wanting(Kind.EXPAND, false, names(ledger.free().subList(0, n)));
    }
    return givable.isEmpty()
        ? toy
        : toy.wanting(Kind.SHRINK, random.nextBoolean(), names(givable.subList(0, 1)));
  }

  /** A partition begins nothing new before the nodes of the last shrink are let go. */
  private static boolean busy(ToyLedger ledger) {
    return ledger.active() != null || !ledger.leaving().isEmpty();
  }

  private static String[] names(List<NodeName> nodes) {
    return nodes.stream().map(NodeName::value).toArray(String[]::new);
  }

  private static <T> T any(SplittableRandom random, T[] values) {
    return values[random.nextInt(values.length)];
  }
}
