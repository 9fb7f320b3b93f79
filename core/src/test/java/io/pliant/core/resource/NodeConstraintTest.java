package io.pliant.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeConstraintTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      value = {
        "a; a; ;",
        "a&b|c; (a&b)|c; ;",
        "[rack1|rack2|rack3]; ; rack1 rack2 rack3;",
        "ib&[rack1|rack2]; ib; rack1 rack2;",
        "[rack1|rack2]&ib; ib; rack1 rack2;",
        "[rack1&ib|rack2]; ; rack1&ib rack2;",
        "[rack1*2&rack2*4]; ; ; rack1*2 rack2*4",
        "[rack1*2,rack2*4]; ; ; rack1*2 rack2*4",
        "[(rack1|rack2)*1&(rack3)*2]; ; ; rack1|rack2*1 rack3*2",
        "intel*2&gpu*1; ; ; intel*2 gpu*1",
        "graphics*4; ; ; graphics*4",
        "ib&graphics*4&x86; ib&x86; ; graphics*4",
        "[(knl&snc4&flat)*4&haswell*1]; ; ; knl&snc4&flat*4 haswell*1",
        " [ a | b ] ; ; a b;"
      })
  void shouldReadWhatSlurmsPageSays(
      String text, @Nullable String each, @Nullable String same, @Nullable String counts) {
    NodeConstraint asked = NodeConstraint.parse(text);

    FeatureRule rule = asked.each();
    assertThat(rule == null ? null : rule.text()).isEqualTo(each);
    assertThat(asked.same().stream().map(FeatureRule::text).collect(Collectors.joining(" ")))
        .isEqualTo(same == null ? "" : same);
    assertThat(
            asked.counts().stream()
                .map(one -> one.rule().text() + "*" + one.nodes())
                .collect(Collectors.joining(" ")))
        .isEqualTo(counts == null ? "" : counts);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[a|b",
        "a]",
        "[]",
        "[a*2&b]",
        "[a*2|b*2]",
        "[a|b]&[c|d]",
        "a*0",
        "a*",
        "a*x",
        "a*2|b",
        "a*1000000",
        "*2",
        "[a|b*2]",
        "([a|b])",
        "a**2"
      })
  void shouldRefuseWhatIsNone(String text) {
    assertThatThrownBy(() -> NodeConstraint.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(NodeConstraint.FORMS);
  }

  @Test
  void shouldBoundCounts() {
    String many = "a*1&".repeat(NodeConstraint.MOST) + "a*1";
    assertThatThrownBy(() -> NodeConstraint.parse(many))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(NodeConstraint.parse("[b*2&a*4]").counted()).isEqualTo(6);
    assertThat(NodeConstraint.parse("c&[b*2&a*4]").features())
        .isEqualTo(new java.util.TreeSet<>(List.of("a", "b", "c")));
  }
}
