package io.pliant.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** What rounds compare and look up is, to everybody else, the usual map and the usual list. */
class SortedCollectionsPropertiesTest {
  @Property
  void shouldBeTheMapThatItWasMadeOf(
      @ForAll @Size(max = 20)
          Map<
                  @CharRange(from = 'a', to = 'e') @StringLength(min = 1, max = 3) String,
                  @IntRange(min = 0, max = 3) Integer>
              counts,
      @ForAll @CharRange(from = 'a', to = 'e') @StringLength(max = 3) String one,
      @ForAll @CharRange(from = 'a', to = 'e') @StringLength(max = 3) String two) {
    TreeMap<String, Amount> backwards = new TreeMap<>(Collections.reverseOrder());
    TreeMap<String, Amount> wanted = new TreeMap<>();
    counts.forEach((name, count) -> {
      backwards.put(name, Amount.of(count));
      if (count > 0) {
        wanted.put(name, Amount.of(count));
      }
    });
    String low = one.compareTo(two) <= 0 ? one : two;
    String high = low.equals(one) ? two : one;

    SortedMap<String, Amount> made = new Kinds(backwards).amounts();

    assertThat(made).isEqualTo(wanted).hasSameHashCodeAs(wanted).containsExactlyEntriesOf(wanted);
    assertThat(wanted).isEqualTo(made);
    assertThat(made).isEqualTo(new Kinds(wanted).amounts());
    assertThat(made.get(one)).isEqualTo(wanted.get(one));
    assertThat(made.containsKey(two)).isEqualTo(wanted.containsKey(two));
    assertThat(made.headMap(low)).isEqualTo(wanted.headMap(low));
    assertThat(made.tailMap(low)).isEqualTo(wanted.tailMap(low));
    assertThat(made.subMap(low, high)).isEqualTo(wanted.subMap(low, high));
  }

  @Property
  void shouldBeTheListOfTheNamesInOrder(
      @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 30) Integer> numbers) {
    List<NodeName> names = numbers.stream().map(each -> new NodeName("n" + each)).toList();
    List<NodeName> wanted = List.copyOf(new TreeSet<>(names));

    List<NodeName> made = Objects.requireNonNull(new NodeChoice(names, null, null).only());

    assertThat(made).isEqualTo(wanted).hasSameHashCodeAs(wanted);
    assertThat(wanted).isEqualTo(made);
    assertThat(made).isEqualTo(new NodeChoice(wanted, null, null).only());
  }

  @Test
  void shouldRefuseToBeChangedOrToNameWhatIsNotThere() {
    SortedMap<String, Amount> none = Kinds.NONE.amounts();
    SortedMap<String, Amount> one = Kinds.of("gpu", 1).amounts();

    assertThat(one.firstKey()).isEqualTo("gpu").isEqualTo(one.lastKey());
    assertThatThrownBy(none::firstKey).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(none::lastKey).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(() -> one.put("fpga", Amount.of(1)))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> one.subMap("b", "a")).isInstanceOf(IllegalArgumentException.class);
  }
}
