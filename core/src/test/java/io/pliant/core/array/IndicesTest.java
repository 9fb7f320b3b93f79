package io.pliant.core.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IndicesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "0-15 0-15 16 1",
        "7 7 1 1",
        "0-15:4 0-12:4 4 4",
        "1,3,5 1,3,5 3 1",
        "20-29,1-5:2 1-5:2,20-29 13 1",
        "0-9,5-14,3 0-14 15 1",
        "0-4000000 0-4000000 4000001 1",
      })
  void shouldReadIndicesAsSlurmDoes(String text, String told, int count, int step) {
    Indices indices = Indices.parse(text);
    assertThat(indices.text()).isEqualTo(told);
    assertThat(indices.count()).isEqualTo(count);
    assertThat(indices.step()).isEqualTo(step);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "-1",
        "1-",
        "5-1",
        "1-5:0",
        "1,,2",
        "4000001",
        "99999999999",
        "1-5:x",
        "+1",
        "1 2",
        "0x3",
        "1-2-3",
        "1%"
      })
  void shouldNameWhatIsNoIndex(String text) {
    assertThatThrownBy(() -> Indices.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Expected ");
  }

  @Test
  void shouldNotWorkLongForWhoRepeatsTheLargestRange() {
    String again = "0-4000000,".repeat(9_999) + "0-4000000";
    assertThatThrownBy(() -> Indices.parse(again)).hasMessageContaining("do not overlap");
    assertThatThrownBy(() -> Indices.parse("0-2000000:2,0-2000000:2"))
        .hasMessageContaining("at most 10000 ranges");
    assertThatThrownBy(() -> Indices.parse("1,3,".repeat(5_001) + "5"))
        .hasMessageContaining("at most 10000 ranges");
  }

  @Test
  void shouldReadABoundOfElementsAtOneTime() {
    assertThat(JobArray.parse("0-99%5").mostAtOnce()).isEqualTo(5);
    assertThat(JobArray.parse("0-99%5").text()).isEqualTo("0-99%5");
    assertThat(JobArray.parse("0-99%0").mostAtOnce()).isNull();
    assertThatThrownBy(() -> JobArray.parse("0-99%1-5"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {"12 12", "12_7 12_7", "12_[3-5,9] 12_[3-5,9]", "12_[7] 12_7"})
  void shouldReadHowAJobIsNamed(String text, String told) {
    assertThat(JobRef.parse(text)).hasToString(told);
  }

  @ParameterizedTest
  @ValueSource(strings = {"12_", "_7", "12_7-9", "12_[", "12_[]", "x_1", "0", "12_[1-2", "12.0"})
  void shouldNameWhatIsNoJob(String text) {
    assertThatThrownBy(() -> JobRef.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Places, text and arithmetic agree with plain sets of numbers. */
  @Property(tries = 500)
  void shouldAgreeWithSets(@ForAll long seed) {
    Random random = new Random(seed);
    SortedSet<Integer> model = new TreeSet<>();
    List<String> words = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(5); i++) {
      int first = random.nextInt(60);
      int end = first + random.nextInt(20);
      int step = 1 + random.nextInt(4);
      words.add(first + "-" + end + ":" + step);
      for (int index = first; index <= end; index += step) {
        model.add(index);
      }
    }
    Indices indices = Indices.parse(String.join(",", words));
    List<Integer> sorted = List.copyOf(model);
    assertThat(indices.count()).isEqualTo(sorted.size());
    assertThat(Indices.parse(indices.text()).count()).isEqualTo(sorted.size());
    for (int place = 0; place < sorted.size(); place++) {
      assertThat(indices.at(place)).isEqualTo(sorted.get(place));
      assertThat(indices.placeOf(sorted.get(place))).isEqualTo(place);
    }
    assertThat(indices.placeOf(99)).isEqualTo(-1);

    Places places = Places.first(sorted.size());
    SortedSet<Integer> left = new TreeSet<>();
    for (int place = 0; place < sorted.size(); place++) {
      left.add(place);
    }
    for (int i = 0; i < 10; i++) {
      int place = random.nextInt(sorted.size());
      boolean add = random.nextBoolean();
      places = add ? places.plus(place) : places.minus(place);
      if (add) {
        left.add(place);
      } else {
        left.remove(place);
      }
    }
    assertThat(places.lowest(Integer.MAX_VALUE)).containsExactlyElementsOf(left);
    assertThat(places.count()).isEqualTo(left.size());
    if (!left.isEmpty()) {
      Indices named = Indices.parse(indices.text(places));
      assertThat(named.count()).isEqualTo(left.size());
      assertThat(indices.placesOf(named)).isEqualTo(places);
      assertThat(places.among(places)).isEqualTo(places);
      assertThat(places.minus(places)).isEqualTo(Places.NONE);
    }
  }

  @Test
  void shouldNumberElementsBehindTheirArray() {
    JobArray array = JobArray.parse("5,7,20-29");
    JobId number = new JobId(100);
    assertThat(array.numbers()).isEqualTo(13);
    assertThat(JobArray.job(number, 0)).isEqualTo(new JobId(101));
    assertThat(array.placeOf(number, new JobId(112))).isEqualTo(11);
    assertThat(array.placeOf(number, new JobId(113))).isEqualTo(-1);
    assertThat(array.placeOf(number, number)).isEqualTo(-1);
    assertThat(array.element(number, 1)).isEqualTo(new ArrayElement(number, 7, 12, 5, 29, 1));
  }
}
