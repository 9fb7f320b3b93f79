package io.pliant.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureRuleTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      value = {
        "a; a; true",
        "a; b; false",
        "a&b; a b; true",
        "a,b; a; false",
        "a|b; b; true",
        "a|b&c; a; true",
        "a|b&c; b; false",
        "(a|b)&c; b c; true",
        "(a|b)&c; a b; false",
        " a & ( b | c ) ; a c; true",
        "gpu_mem:32GB; gpu_mem:32GB; true",
        "intel-2021&ib=hdr; intel-2021 ib=hdr; true"
      })
  void shouldAllowNodesByTheirFeatures(String rule, String features, boolean allowed) {
    Features node = new Features(List.of(features.split(" ")));

    assertThat(FeatureRule.parse(rule).allows(node)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a&", "|a", "(a", "a)", "a*2", "a b", "a&&b", "()", "a|(b", "é"})
  void shouldRefuseWhatIsNoRule(String rule) {
    assertThatThrownBy(() -> FeatureRule.parse(rule))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(FeatureRule.FORMS);
  }

  @Test
  void shouldBoundWhatItReads() {
    assertThatThrownBy(() -> FeatureRule.parse("a&".repeat(600) + "a"))
        .hasMessageContaining("at most 1024 characters");
    assertThatThrownBy(() -> FeatureRule.parse("(".repeat(100) + "a" + ")".repeat(100)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Features(List.of("x".repeat(65))))
        .hasMessageContaining("1 to 64 letters");
  }

  @Test
  void shouldTellAllFeaturesThatItNames() {
    assertThat(FeatureRule.parse("(b|a)&c|a").features()).containsExactly("a", "b", "c");
  }
}
