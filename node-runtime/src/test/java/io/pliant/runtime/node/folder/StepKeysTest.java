package io.pliant.runtime.node.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.StepId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class StepKeysTest {
  @Property
  void shouldHoldWhatASetHolds(
      @ForAll("steps") List<StepId> added, @ForAll("steps") List<StepId> asked) {
    StepKeys keys = new StepKeys();
    Set<StepId> model = new HashSet<>();

    for (StepId step : added) {
      assertThat(keys.add(step)).isEqualTo(model.add(step));
    }

    assertThat(keys.size()).isEqualTo(model.size());
    for (StepId step : asked) {
      assertThat(keys.contains(step)).isEqualTo(model.contains(step));
    }
    assertThat(added).allMatch(keys::contains);
  }

  @Provide
  Arbitrary<List<StepId>> steps() {
    Arbitrary<Long> jobs =
        Arbitraries.oneOf(
            Arbitraries.longs().between(1, 20), Arbitraries.longs().between(1, (1L << 34) - 1));
    return Combinators.combine(
            jobs,
            Arbitraries.integers().between(1, 4095),
            Arbitraries.integers().between(-1, 131_070))
        .as((job, attempt, step) -> new StepId(new JobId(job), attempt, step))
        .list()
        .ofMaxSize(200);
  }
}
