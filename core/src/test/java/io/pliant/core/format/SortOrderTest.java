package io.pliant.core.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SortOrderTest {
  private static final Map<Character, Comparator<String>> KNOWN =
      Map.of(
          'l', Comparator.comparingInt(String::length),
          'a', Comparator.naturalOrder());

  @ParameterizedTest
  @CsvSource({
    "l,'c b bb aa'",
    "-l,'bb aa c b'",
    "'l,a','b c aa bb'",
    "'+l,-a','c b bb aa'",
    "l-a,'c b bb aa'",
    "'-l,+a','aa bb b c'",
    "'','c bb b aa'"
  })
  void shouldSortByLettersAsSlurmReadsThem(String letters, String sorted) {
    assertThat(Stream.of("c", "bb", "b", "aa").sorted(SortOrder.parse(letters, KNOWN)))
        .isEqualTo(List.of(sorted.split(" ")));
  }

  @Test
  void shouldNameTheLettersWhenOneIsUnknown() {
    assertThatThrownBy(() -> SortOrder.parse("l,x", KNOWN))
        .hasMessageContaining("letters of al")
        .hasMessageContaining("'x' in 'l,x'");
  }

  @ParameterizedTest
  @CsvSource({"n2,n10,-1", "n10,n2,1", "n01,n1,-1", "a9,b1,-1", "n1,n1,0", "n1,n1a,-1", "'',n,-1"})
  void shouldCompareNamesByTheirNumbers(String one, String other, int sign) {
    assertThat(Integer.signum(SortOrder.compareNames(one, other))).isEqualTo(sign);
  }
}
