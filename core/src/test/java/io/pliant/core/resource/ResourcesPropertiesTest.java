package io.pliant.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResourcesPropertiesTest {
  private static final Set<String> DIMENSIONS =
      Set.of(Resources.CPUS, Resources.MEMORY, "fpga", "gpu:a100", "licence:mat");

  /** Units of {@code fpga} have names; of the other kinds they are alike. */
  @Provide
  Arbitrary<Resources> some() {
    return resources("0", "1", "2");
  }

  /** The same with other units, so that they can be added. */
  @Provide
  Arbitrary<Resources> others() {
    return resources("3", "4", "5");
  }

  @Property
  void shouldBeAsBeforeWhenWhatWasAddedIsTakenAway(
      @ForAll("some") Resources one, @ForAll("others") Resources two) {
    assertThat(one.plus(two).minus(two)).isEqualTo(one);
    assertThat(one.plus(two)).isEqualTo(two.plus(one));
    assertThat(one.plus(two).covers(one)).isTrue();
    assertThat(one.plus(Resources.NONE)).isEqualTo(one);
  }

  @Property
  void shouldBeAsBeforeWhenWhatWasTakenAwayIsAdded(
      @ForAll("some") Resources one, @ForAll("some") Resources two) {
    Assume.that(one.covers(two));

    assertThat(one.minus(two).plus(two)).isEqualTo(one);
    assertThat(one.minus(two)).isEqualTo(one.without(two));
  }

  @Property
  void shouldCoverExactlyWhenNoDimensionIsMissing(
      @ForAll("some") Resources one, @ForAll("some") Resources two) {
    String missing = one.firstMissing(two);

    assertThat(one.covers(two)).isEqualTo(missing == null);
    if (missing == null) {
      assertThat(DIMENSIONS).allMatch(name -> one.count(name) >= two.count(name));
    } else {
      assertThat(missing.equals("fpga") || one.count(missing) < two.count(missing)).isTrue();
      assertThat(DIMENSIONS).contains(missing);
    }
  }

  @Property
  void shouldNameTheDimensionWhenMoreIsTakenThanThereIs(
      @ForAll("some") Resources one, @ForAll("some") Resources two) {
    Assume.that(!one.covers(two));

    assertThatThrownBy(() -> one.minus(two))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(
            "there is not enough of " + Objects.requireNonNull(one.firstMissing(two)) + ".");
  }

  @Property
  void shouldLieBetweenTheLeastAndTheMostOfBoth(
      @ForAll("some") Resources one, @ForAll("some") Resources two) {
    for (String name : DIMENSIONS) {
      assertThat(one.least(two).count(name)).isEqualTo(Math.min(one.count(name), two.count(name)));
      assertThat(one.most(two).count(name)).isEqualTo(Math.max(one.count(name), two.count(name)));
      assertThat(one.without(two).count(name)).isBetween(0, one.count(name));
    }
  }

  @Property
  void shouldReadTheCountsOfKindsBackFromTheirWord(@ForAll("some") Resources one) {
    Kinds read = Kinds.parse(one.kinds().word());

    assertThat(DIMENSIONS).allMatch(name -> read.count(name) == one.kinds().count(name));
    assertThat(read.word()).isEqualTo(one.kinds().word());
  }

  @Test
  void shouldNameTheFirstMissingDimensionInAFixedOrder() {
    Kinds two = Kinds.of("gpu:a100", 2);

    assertThat(new Resources(1, 1, two).firstMissing(new Resources(2, 2, two))).isEqualTo("cpus");
    assertThat(new Resources(2, 1, two).firstMissing(new Resources(2, 2, two))).isEqualTo("memory");
    assertThat(new Resources(2, 2).firstMissing(new Resources(2, 2, two))).isEqualTo("gpu:a100");
  }

  @Test
  void shouldTellUnitsApartWhenBothSidesNameThem() {
    Kinds first = Kinds.of("fpga", Amount.of(List.of("0", "1")));

    assertThat(first.covers(Kinds.of("fpga", Amount.of(List.of("1"))))).isTrue();
    assertThat(first.covers(Kinds.of("fpga", Amount.of(List.of("2"))))).isFalse();
    assertThat(first.covers(Kinds.of("fpga", 2))).isTrue();
    assertThat(first.minus(Kinds.of("fpga", 1))).isEqualTo(Kinds.of("fpga", 1));
    assertThatThrownBy(() -> first.plus(Kinds.of("fpga", Amount.of(List.of("1")))))
        .hasMessage("Expected other units than [0, 1] to be added, but got [1].");
  }

  @Test
  void shouldRefuseWhatIsNoAmountAndNoName() {
    TreeMap<String, Amount> many = new TreeMap<>();
    for (int i = 0; i <= Kinds.MOST; i++) {
      many.put("kind" + i, Amount.of(1));
    }

    assertThatThrownBy(() -> new Kinds(many)).hasMessageContaining("at most 64 kinds");
    assertThatThrownBy(() -> Kinds.of("cpus", 1)).hasMessageContaining("but got 'cpus'");
    assertThatThrownBy(() -> Kinds.of("GPU 1", 1)).hasMessageContaining("but got 'GPU 1'");
    assertThatThrownBy(() -> Amount.of(-1)).hasMessageContaining("but got -1");
    assertThatThrownBy(() -> new Amount(2, List.of("0"))).hasMessageContaining("but got 2 and [0]");
    assertThatThrownBy(() -> Kinds.parse("gpu")).hasMessageContaining("but got 'gpu'");
    assertThatThrownBy(() -> new Resources(-1, 0)).hasMessageContaining("but got -1 and 0");
  }

  @Test
  void shouldStoreNothingWhereThereAreNoKinds() {
    @Nullable Kinds none = new NodeCapacity(4, 100, Kinds.of("gpu:a100", 0)).kinds();

    assertThat(none).isNull();
    assertThat(new Resources(4, 100).storedKinds()).isNull();
  }

  private static Arbitrary<Resources> resources(String... units) {
    Arbitrary<Integer> count = Arbitraries.integers().between(0, 4);
    return Combinators.combine(
            count, count, count, count, Arbitraries.of(units).set().ofMaxSize(units.length))
        .as(ResourcesPropertiesTest::resources);
  }

  private static Resources resources(
      int cpus, int memoryMb, int gpus, int licences, Set<String> fpgas) {
    TreeMap<String, Amount> kinds = new TreeMap<>();
    kinds.put("fpga", Amount.of(fpgas));
    kinds.put("gpu:a100", Amount.of(gpus));
    kinds.put("licence:mat", Amount.of(licences));
    return new Resources(cpus, memoryMb, new Kinds(kinds));
  }
}
