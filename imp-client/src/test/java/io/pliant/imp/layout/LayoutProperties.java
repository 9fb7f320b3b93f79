package io.pliant.imp.layout;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class LayoutProperties {
  @Provide
  Arbitrary<Layout> layouts() {
    Arbitrary<Integer> lengths = Arbitraries.integers().between(0, 60);
    Arbitrary<Integer> parts = Arbitraries.integers().between(1, 9);
    Arbitrary<Layout> blocks = Combinators.combine(lengths, parts).as(Block::new);
    Arbitrary<Layout> cyclic =
        Combinators.combine(lengths, Arbitraries.integers().between(1, 8), parts)
            .as(BlockCyclic::new);
    return Arbitraries.oneOf(blocks, cyclic);
  }

  @Property(tries = 500)
  void shouldPlaceEachIndexOnceAndWithoutGaps(@ForAll("layouts") Layout layout) {
    int[] next = new int[layout.parts()];
    for (int index = 0; index < layout.length(); index++) {
      int owner = layout.owner(index);
      assertThat(layout.local(index)).isEqualTo(next[owner]++);
    }
    for (int part = 0; part < layout.parts(); part++) {
      assertThat(layout.count(part)).isEqualTo(next[part]);
    }
  }

  @Property(tries = 500)
  void shouldWalkEachPartRunByRun(@ForAll("layouts") Layout layout) {
    for (int part = 0; part < layout.parts(); part++) {
      int seen = 0;
      for (int run = layout.first(part); run < layout.length(); run = layout.nextRun(run)) {
        for (int index = run; index < layout.runEnd(run); index++) {
          assertThat(layout.owner(index)).isEqualTo(part);
          assertThat(layout.local(index)).isEqualTo(seen++);
        }
      }
      assertThat(seen).isEqualTo(layout.count(part));
    }
  }
}
