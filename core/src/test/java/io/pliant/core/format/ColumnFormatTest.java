package io.pliant.core.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.format.ColumnFormat.Layout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns as sacct of Slurm 22.05 prints them. */
final class ColumnFormatTest {
  private static final List<Field<String>> FIELDS =
      List.of(
          Field.column("JobID", -6, text -> text),
          Field.column("JobName", 8, text -> "name of " + text),
          Field.column("State", 5, _ -> "RUNNING"));

  @Test
  void shouldPadAndCutColumnsWithALineBelowTheTitles() {
    ColumnFormat<String> columns = columns("jobid,JobName,state%9", Layout.PADDED);

    assertThat(columns.header())
        .containsExactly("JobID   JobName     State ", "------ -------- --------- ");
    assertThat(columns.line("7")).isEqualTo("7      name of+   RUNNING ");
  }

  @Test
  void shouldNeitherPadNorCutBetweenDelimiters() {
    assertThat(columns("jobid,jobname%3", new Layout("|", false)).line("7"))
        .isEqualTo("7|name of 7");
    assertThat(columns("jobid,state", new Layout(";", true)).header())
        .containsExactly("JobID;State;");
  }

  @Test
  void shouldTakeBeginningsOfNamesAndWidthsOnEitherSide() {
    assertThat(columns("sta%-10,jobn%12", Layout.PADDED).line("7"))
        .isEqualTo("RUNNING       name of 7 ");
  }

  @ParameterizedTest
  @CsvSource({"color,JobID", "jobid%0,width", "jobid%x,jobid%x", "',',none"})
  void shouldNameWhatIsWrong(String format, String expected) {
    assertThatThrownBy(() -> columns(format, Layout.PADDED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void shouldShowControlCharactersAsNumbers() {
    assertThat(columns("jobid", new Layout("|", false)).line("a\033b")).isEqualTo("a\\u001bb");
  }

  private static ColumnFormat<String> columns(String format, Layout layout) {
    return ColumnFormat.parse(format, FIELDS, layout);
  }
}
