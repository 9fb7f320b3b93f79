package io.pliant.core.hostlist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostlistTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n[001-003,7],gpu1 | n001 n002 n003 n7 gpu1",
        "n[8-11]           | n8 n9 n10 n11",
        "n[008-011]        | n008 n009 n010 n011",
        "n[098-101]        | n098 n099 n100 n101",
        "rack[1-2]n[1-2]   | rack1n1 rack1n2 rack2n1 rack2n2",
        "n[1]-ib           | n1-ib",
        "login             | login",
        "n3,n1,n3          | n3 n1 n3"
      })
  void shouldWriteOutNamesInOrder(String hostlist, String names) {
    assertThat(Hostlist.expand(hostlist)).isEqualTo(names(names));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n001 n002 n003 gpu1     | n[001-003],gpu1",
        "n1 n2 n3 n5             | n[1-3,5]",
        "n3 n1 n2                | n[3,1-2]",
        "n8 n9 n10               | n[8-10]",
        "n08 n09 n10             | n[08-10]",
        "n9 n010                 | n[9,010]",
        "login                   | login",
        "rack1-n1 rack1-n2 rack2-n1 | rack1-n[1-2],rack2-n1",
        "n1 n1                   | n[1,1]"
      })
  void shouldShortenNamesInOrder(String names, String hostlist) {
    assertThat(Hostlist.compress(names(names))).isEqualTo(hostlist);
  }

  @Test
  void shouldSortByNumberWhenSortedFormIsAsked() {
    assertThat(Hostlist.compressSorted(names("n10 n2 n1 n2 a n9"))).isEqualTo("a,n[1-2,9-10]");
  }

  @Test
  void shouldTakeEmptyTextAsEmptyList() {
    assertThat(Hostlist.expand("")).isEmpty();
    assertThat(Hostlist.compress(List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n[1-3          | has a '[' without its ']'",
        "n1-3]          | has a ']' without its '[' at position 5",
        "n[1[2]]        | has a '[' inside brackets at position 4",
        "n[]            | has '' in brackets",
        "n[3-1]         | runs backwards",
        "n[a-b]         | has 'a-b' in brackets",
        "n[1-2-3]       | has '1-2-3' in brackets",
        "n[1-1000000000]| has '1-1000000000' in brackets",
        "n[1-65537]     | stands for more than 65536 names",
        "n[1-999]m[1-999] | stands for more than 65536 names",
        "a,,b           | has an empty name at position 3",
        "a b            | but got 'a b'"
      })
  void shouldSayWhatIsWrong(String hostlist, String reason) {
    assertThatThrownBy(() -> Hostlist.expand(hostlist))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void shouldWriteOutLargestList() {
    List<NodeName> names = Hostlist.expand("n[1-65536]");
    assertThat(names).hasSize(Hostlist.MAX_NAMES);
    assertThat(Hostlist.compress(names)).isEqualTo("n[1-65536]");
  }

  @Property
  void shouldGiveBackTheSameNamesInTheSameOrder(@ForAll("nodeNames") List<NodeName> names) {
    assertThat(Hostlist.expand(Hostlist.compress(names))).isEqualTo(names);
  }

  @Property
  void shouldNeverFailOtherwiseThanWithAMessage(@ForAll("scribble") String text) {
    try {
      assertThat(Hostlist.expand(text)).hasSizeLessThanOrEqualTo(Hostlist.MAX_NAMES);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("Expected");
    }
  }

  @Provide
  Arbitrary<String> scribble() {
    return Arbitraries.strings().withChars("n01259[]-,x ").ofMaxLength(20);
  }

  @Provide
  Arbitrary<List<NodeName>> nodeNames() {
    Arbitrary<String> prefix = Arbitraries.of("n", "n0", "gpu-", "rack1.n", "x");
    Arbitrary<String> number =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 120).map(String::valueOf),
            Arbitraries.integers().between(0, 120).map("%03d"::formatted),
            Arbitraries.of("", "00", "999999999", "1999999999", "099"));
    Arbitrary<NodeName> name =
        Combinators.combine(prefix, number).as((p, n) -> p + n).map(NodeName::new);
    return name.list().ofMaxSize(60);
  }

  private static List<NodeName> names(String words) {
    return Arrays.stream(words.strip().split(" ")).map(NodeName::new).toList();
  }
}
