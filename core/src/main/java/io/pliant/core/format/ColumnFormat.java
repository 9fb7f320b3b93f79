package io.pliant.core.format;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Columns in the manner of {@code sacct --format=jobid,state%20,name%-10}: names of fields or their
 * beginnings, each with its width, negative to pad on the right. A cell that is too long ends with
 * {@code +}, a title is merely cut.
 *
 * @param <T> what a line tells of
 */
public final class ColumnFormat<T> {
  private static final int WIDEST = 1_000;
  private static final Pattern WORD = Pattern.compile("([A-Za-z0-9_-]+?)(?:%(-?[0-9]{1,4}))?");

  private record Column<T>(Field<T> field, int width) {}

  private final List<Column<T>> columns;
  private final Layout layout;

  private ColumnFormat(List<Column<T>> columns, Layout layout) {
    this.columns = List.copyOf(columns);
    this.layout = layout;
  }

  /**
   * How cells stand on a line.
   *
   * @param delimiter what is between cells that are neither padded nor cut; null for columns
   * @param last true when the delimiter stands behind the last cell, too
   */
  public record Layout(@Nullable String delimiter, boolean last) {
    /** Padded cells with a space behind each, and a line below the titles. */
    public static final Layout PADDED = new Layout(null, false);
  }

  /** Reads names; throws IllegalArgumentException that names what is wrong and what is known. */
  public static <T> ColumnFormat<T> parse(String text, List<Field<T>> fields, Layout layout) {
    List<Column<T>> columns = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      if (!word.isBlank()) {
        columns.add(column(word.strip(), fields));
      }
    }
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("Expected names of fields, but got none.");
    }
    return new ColumnFormat<>(columns, layout);
  }

  private static <T> Column<T> column(String word, List<Field<T>> fields) {
    Matcher parts = WORD.matcher(word);
    Field<T> field = parts.matches() ? known(parts.group(1), fields) : null;
    if (field == null) {
      throw new IllegalArgumentException(
          "Invalid field requested: \"%s\". Expected one of %s."
              .formatted(
                  word,
                  fields.stream()
                      .map(one -> one.names().getFirst())
                      .collect(Collectors.joining(", "))));
    }
    int width = parts.group(2) == null ? field.width() : Integer.parseInt(parts.group(2));
    if (width == 0 || Math.abs(width) > WIDEST) {
      throw new IllegalArgumentException(
          "Expected a width from 1 to %d, or negative, but got '%s'.".formatted(WIDEST, word));
    }
    return new Column<>(field, width);
  }

  private static <T> @Nullable Field<T> known(String name, List<Field<T>> fields) {
    return fields.stream()
        .filter(field -> field.isNamed(name))
        .findFirst()
        .orElseGet(
            () -> fields.stream().filter(field -> field.beginsWith(name)).findFirst().orElse(null));
  }

  /** Titles as the lines are, and where cells are padded a line below. */
  public List<String> header() {
    List<String> cells = columns.stream().map(column -> column.field().title()).toList();
    if (layout.delimiter() != null) {
      return List.of(joined(cells, ""));
    }
    List<String> below =
        columns.stream().map(column -> "-".repeat(Math.abs(column.width()))).toList();
    return List.of(joined(cells, ""), joined(below, ""));
  }

  /** One line. */
  public String line(T of) {
    return joined(
        columns.stream()
            .map(column -> PrintableText.escaped(column.field().value().apply(of)))
            .toList(),
        "+");
  }

  /** True when any column tells of this field. */
  public boolean tells(Field<T> field) {
    return columns.stream().anyMatch(column -> column.field().equals(field));
  }

  private String joined(List<String> cells, String mark) {
    String delimiter = layout.delimiter();
    if (delimiter != null) {
      return String.join(delimiter, cells) + (layout.last() ? delimiter : "");
    }
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      int width = columns.get(i).width();
      line.append(Cell.fit(cells.get(i), Math.abs(width), width > 0, mark)).append(' ');
    }
    return line.toString();
  }
}
