package io.pliant.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MpiStartTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none      | none
          openmpi   | none
          pmi1      | pmi1
          pmi2      | pmi1
          pmix      | pmix
          pmix_v4   | pmix
          pmix,pmi1 | pmi1,pmix
          pmi1,pmi1 | pmi1
          """)
  void shouldReadTheWordsOfSlurm(String text, String word) {
    assertThat(MpiStart.parse(text).word()).isEqualTo(word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "foo", "pmi1,", "pmi1,none", "PMIX", "list", "pmi1 pmix"})
  void shouldRefuseOthers(String text) {
    assertThatThrownBy(() -> MpiStart.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldTellNodesWhatIsWantedAndNothingOfBefore() {
    Map<String, String> told = new TreeMap<>();
    MpiStart.ALL.tell(told);
    assertThat(MpiStart.told(told)).isEqualTo(MpiStart.ALL);
    MpiStart.NONE.tell(told);
    assertThat(told).isEmpty();
    assertThat(MpiStart.told(told)).isEqualTo(MpiStart.NONE);
  }

  @Test
  void shouldTakeFromTheVariableOnlyWhatIsKnown() {
    assertThat(MpiStart.told(Map.of(MpiStart.VARIABLE, "pmi9,pmix,")))
        .isEqualTo(MpiStart.parse("pmix"));
  }
}
