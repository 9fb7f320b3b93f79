package io.pliant.core.format;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTextTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 7, 0x1b, 0x7f, 0x9b, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x202a, 0x202e, 0x2066,
        0x2069, 0xfeff, 0xd800, 0xe0041
      })
  void shouldShowWhatMovesOrTurnsAsItsNumber(int codePoint) {
    String text = "a" + Character.toString(codePoint) + "b";
    assertThat(PrintableText.printable(text)).isFalse();
    assertThat(PrintableText.escaped(text))
        .isEqualTo(
            codePoint <= 0xffff
                ? "a\\u%04xb".formatted(codePoint)
                : "a\\U%06xb".formatted(codePoint));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "job 7",
        "\u05e9\u05dc\u05d5\u05dd",
        "\u0646\u200c\u0645",
        "\ud83d\ude80",
        "na\u00efve \\ \u00a3"
      })
  void shouldLeaveEveryWritingAsItIs(String text) {
    assertThat(PrintableText.escaped(text)).isEqualTo(text);
  }

  @Property
  void shouldLeaveNothingUnprintable(@ForAll String text) {
    assertThat(PrintableText.printable(PrintableText.escaped(text))).isTrue();
    assertThat(PrintableText.printable(PrintableText.escapedLines(text).replaceAll("[\n\t]", "")))
        .isTrue();
  }
}
