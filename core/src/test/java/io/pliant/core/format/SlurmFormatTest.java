package io.pliant.core.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SlurmFormatTest {
  private static final List<Field<String>> FIELDS =
      List.of(
          Field.of('i', "JOBID", text -> text, "jobid"),
          Field.of('j', "NAME", text -> "näme of " + text, "name", "job-name"));

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
        "%.i; Expected a width from 1 to 1000, but got ''",
        "%0i; Expected a width",
        "%99999i; Expected a width"
      })
  void shouldNameWhatIsWrong(String format, String expected) {
    assertThatThrownBy(() -> SlurmFormat.parse(format, FIELDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = ';',
      value = {
        "jobid; \"7                   \"",
        "\"JobID:4,job_name:.12\"; \"7      näme of 7\"",
        "\"jobid:|,name:~\"; 7|näme of 7~",
        "\"jobid:3|,name:.2\"; \"7  |nä\""
      })
  void shouldLayOutNamedFields(String format, String expected) {
    assertThat(SlurmFormat.named(format, FIELDS).line("7")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"'jobid,color','jobid, name'", "'jobid:0','width from 1 to 1000'", "'',got ''"})
  void shouldNameWhatIsWrongWithNames(String format, String expected) {
    assertThatThrownBy(() -> SlurmFormat.named(format, FIELDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void shouldListTheKnownFields() {
    assertThatThrownBy(() -> SlurmFormat.parse("%z", FIELDS))
        .hasMessageContaining("%i JOBID, %j NAME");
  }
}
