package io.pliant.core.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class RawTextPropertiesTest {
  @Property
  void shouldGiveAnyBytesBack(@ForAll @Size(max = 40) byte[] bytes) {
    assertThat(RawText.bytes(RawText.of(bytes))).isEqualTo(bytes);
  }

  @Property
  void shouldGiveAnyTextBackByItsBytes(@ForAll String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(RawText.bytes(RawText.of(bytes))).isEqualTo(bytes);
  }

  @Example
  void shouldLeaveUtf8AsItIs() {
    String text = "caf\u00e9 \uD83D\uDE00 plain";
    assertThat(RawText.of(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  @Example
  void shouldKeepLatinLetters() {
    byte[] latin = "caf\u00e9 cr\u00e8me".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(RawText.of(latin)).isEqualTo("caf\uefe9 cr\uefe8me");
  }

  @Example
  void shouldGiveItsOwnCharactersBack() {
    byte[] bytes = "\uef80\uefff".getBytes(StandardCharsets.UTF_8);
    assertThat(RawText.of(bytes)).hasSize(6);
    assertThat(RawText.bytes(RawText.of(bytes))).isEqualTo(bytes);
  }
}
