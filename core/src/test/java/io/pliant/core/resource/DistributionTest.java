package io.pliant.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words are those that Slurm 22.05.8 told for these options. */
class DistributionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "block                  | block                | 0 | false",
        "BLOCK                  | block                | 0 | false",
        "*                      | block                | 0 | false",
        "cyclic                 | cyclic               | 1 | false",
        "plane=3                | plane                | 3 | false",
        "arbitrary              | arbitrary            | 0 | false",
        "block:cyclic           | block:cyclic         | 0 | false",
        "block:block:cyclic     | block:block:cyclic   | 0 | false",
        "cyclic:*               | cyclic:cyclic        | 1 | false",
        "*:block                | block:block          | 0 | false",
        "cyclic:fcyclic,Pack    | cyclic:fcyclic,pack  | 1 | false",
        "block,Pack             | block,pack           | 0 | true",
        "*,Pack                 | block,pack           | 0 | true",
        "NoPack                 | block,nopack         | 0 | false"
      })
  void shouldTellWhatSlurmTells(String option, String word, int plane, boolean packs) {
    Distribution distribution = Distribution.parse(option);

    assertThat(distribution.word()).isEqualTo(word);
    assertThat(distribution.plane()).isEqualTo(plane);
    assertThat(distribution.packs()).isEqualTo(packs);
    assertThat(distribution.belowNodes()).isEqualTo(word.contains(":"));
    assertThat(distribution.arbitrary()).isEqualTo(word.equals("arbitrary"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plane",
        "plane=0",
        "plane=9999999",
        "plane=2:block",
        "plane=2,Pack",
        "foo",
        "unknown",
        "block:foo",
        "block:",
        "block:block:block:block",
        "cyclic,pack:block",
        "block,pack,pack"
      })
  void shouldRefuseWhatItCannotRead(String option) {
    assertThatThrownBy(() -> Distribution.parse(option))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldCountTheTasksOfItsList() {
    NodeName one = new NodeName("n1");
    NodeName two = new NodeName("n2");
    Distribution any = Distribution.parse("arbitrary");

    assertThat(any.at(List.of(two, one, two)).counts()).isEqualTo(Map.of(one, 1, two, 2));
    assertThat(any.counts()).isEmpty();
    assertThatThrownBy(() -> any.at(List.of())).hasMessageContaining("a list of 1 to 4096 nodes");
    assertThatThrownBy(() -> any.at(Collections.nCopies(4_097, one)))
        .hasMessageContaining("a list of 1 to 4096 nodes");
  }

  @Test
  void shouldKeepANameThatIsThereManyTimesOnce() {
    NodeName again = new NodeName("n1");
    List<NodeName> places =
        Objects.requireNonNull(
            Distribution.parse("arbitrary").at(List.of(new NodeName("n1"), again)).places());

    assertThat(places.getLast()).isSameAs(places.getFirst());
  }
}
