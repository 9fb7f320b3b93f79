package io.pliant.core.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SlurmFormatTest {
  private static final List<SlurmFormat.Field<String>> FIELDS =
      List.of(
          new SlurmFormat.Field<>('i', "JOBID", text -> text),
          new SlurmFormat.Field<>('j', "NAME", text -> "näme of " + text));

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "%i, 7",
        "\"[%.4i|%4i]\", [   7|7   ]",
        "%.3j%i, näm7",
        "a%%b %i%%, a%b 7%",
        "no field, no field"
      })
  void shouldLayOutAsSlurmDoes(String format, String expected) {
    assertThat(SlurmFormat.parse(format, FIELDS).line("7")).isEqualTo(expected);
  }

  @Test
  void shouldLayOutTheHeaderAsTheLines() {
    assertThat(SlurmFormat.parse("%.7i %2j|", FIELDS).header()).isEqualTo("  JOBID NA|");
  }

  @Test
  void shouldShowControlCharactersAsNumbers() {
    assertThat(SlurmFormat.parse("%i", FIELDS).line("a\033b")).isEqualTo("a\\u001bb");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = ';',
      value = {
        "%z; '%z' in the format '%z'",
        "x %; '%' in the format 'x %'",
        "%.5; '%.5' in the format",
        "%.i; Expected a width from 1 to 1000 before 'i', but got ''",
        "%0i; Expected a width",
        "%99999i; Expected a width"
      })
  void shouldNameWhatIsWrong(String format, String expected) {
    assertThatThrownBy(() -> SlurmFormat.parse(format, FIELDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void shouldListTheKnownFields() {
    assertThatThrownBy(() -> SlurmFormat.parse("%z", FIELDS))
        .hasMessageContaining("%i JOBID, %j NAME");
  }
}
