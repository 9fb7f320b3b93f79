package io.pliant.core.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.format.TextTable.CellStyle;
import io.pliant.core.format.TextTable.Column;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

final class TextTableTest {
  private static final List<Column> COLUMNS =
      List.of(Column.right("ID"), Column.text("NAME", 4), Column.text("NODES", 3));

  @Test
  void shouldAlignColumnsToTheirLongestCell() {
    // given
    TextTable table =
        TextTable.of(COLUMNS, List.of(List.of("7", "build", "n1"), List.of("1234", "a", "n[1-3]")));

    // when
    List<String> lines = table.lines(0, true, CellStyle.PLAIN);

    // then
    assertThat(lines).containsExactly("  ID NAME  NODES", "   7 build n1", "1234 a     n[1-3]");
  }

  @Test
  void shouldCutTheWidestColumnFirstWhenSpaceIsShort() {
    // given
    TextTable table = TextTable.of(COLUMNS, List.of(List.of("7", "a-very-long-name", "n1")));

    // when
    List<String> lines = table.lines(14, true, CellStyle.PLAIN);

    // then
    assertThat(lines).containsExactly("ID NAME  NODES", " 7 a-ve+ n1");
  }

  @Test
  void shouldShowControlCharactersAsNumbersWhenACellHoldsAnEscape() {
    // given
    TextTable table = TextTable.of(COLUMNS, List.of(List.of("7", "\033[2Jx", "n1")));

    // when
    List<String> lines = table.lines(0, false, CellStyle.PLAIN);

    // then
    assertThat(lines).containsExactly("7 \\u001b[2Jx n1");
  }

  @Test
  void shouldRefuseARowOfAnotherSize() {
    assertThatThrownBy(() -> TextTable.of(COLUMNS, List.of(List.of("7"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Expected 3 cells");
  }

  @Property
  void shouldNeverExceedTheWidthWhenEachColumnMayShrinkToOne(
      @ForAll @StringLength(max = 60) String first,
      @ForAll @StringLength(max = 60) String second,
      @ForAll @IntRange(min = 3, max = 130) int width) {
    // given
    List<Column> columns = List.of(Column.text("A", 1), Column.text("B", 1));
    TextTable table = TextTable.of(columns, List.of(List.of(first, second)));

    // when
    List<String> lines = table.lines(width, true, CellStyle.PLAIN);

    // then
    assertThat(lines).allMatch(line -> line.codePointCount(0, line.length()) <= width);
  }
}
