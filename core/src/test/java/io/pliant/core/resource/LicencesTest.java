package io.pliant.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LicencesTest {
  @Test
  void shouldReadNamesWithNumbers() {
    assertThat(Licences.parse("Matlab:2,ansys;matlab"))
        .isEqualTo(Kinds.of("matlab", 3).plus(Kinds.of("ansys", 1)));
  }

  @Test
  void shouldTakeTheLargestNumberAndRefuseSumsBeyondIt() {
    assertThat(Licences.parse("a:9999998,a").count("a")).isEqualTo(9_999_999);
    assertThatThrownBy(() -> Licences.parse("a:9999999,".repeat(1_000) + "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 9999999 licences a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "matlab:0",
        "matlab:-1",
        "matlab:x",
        ":2",
        "a,,b",
        "mat lab",
        "a@b:1",
        "a:9999999,a"
      })
  void shouldRefuseWhatIsNoList(String text) {
    assertThatThrownBy(() -> Licences.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
