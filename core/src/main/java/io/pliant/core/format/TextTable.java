package io.pliant.core.format;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of text that fits a given width: columns are as wide as their longest cell; when the line
 * is too long, the widest column that may shrink loses characters first, marked by a trailing
 * {@code +}.
 */
public final class TextTable {
  private static final String GAP = " ";
  private static final String CUT = "+";

  private final List<Column> columns;
  private final List<List<String>> rows;

  private TextTable(List<Column> columns, List<List<String>> rows) {
    this.columns = columns;
    this.rows = rows;
  }

  /** On which side a cell is padded. */
  public enum Align {
    LEFT,
    RIGHT
  }

  /**
   * One column.
   *
   * @param minWidth least width to which it may be cut; {@link Integer#MAX_VALUE} when it is never
   *     cut
   */
  public record Column(String title, Align align, int minWidth) {
    /** Numbers and short words: padded on the left, never cut. */
    public static Column right(String title) {
      return new Column(title, Align.RIGHT, Integer.MAX_VALUE);
    }

    /** Short words: padded on the right, never cut. */
    public static Column left(String title) {
      return new Column(title, Align.LEFT, Integer.MAX_VALUE);
    }

    /**
     * Free text: padded on the right, cut down to {@code minWidth} characters when space is short.
     */
    public static Column text(String title, int minWidth) {
      return new Column(title, Align.LEFT, minWidth);
    }
  }

  /** Decorates one padded cell, for example with a colour; must not change its visible width. */
  @FunctionalInterface
  public interface CellStyle {
    /** No decoration. */
    CellStyle PLAIN = (row, column, cell) -> cell;

    /**
     * @param row index of the row, or -1 for the header
     */
    String apply(int row, int column, String cell);
  }

  /** A table of these columns and rows; what is not printable in cells is shown as its number. */
  public static TextTable of(List<Column> columns, List<List<String>> rows) {
    List<List<String>> clean = new ArrayList<>(rows.size());
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "Expected %d cells in each row, but got %s.".formatted(columns.size(), row));
      }
      clean.add(row.stream().map(PrintableText::escaped).toList());
    }
    return new TextTable(List.copyOf(columns), clean);
  }

  /**
   * The lines of the table.
   *
   * @param width columns of the terminal, or 0 for no limit
   * @param header true to begin with the titles
   */
  public List<String> lines(int width, boolean header, CellStyle style) {
    int[] widths = fit(width, header);
    List<String> lines = new ArrayList<>(rows.size() + 1);
    if (header) {
      lines.add(line(-1, columns.stream().map(Column::title).toList(), widths, style));
    }
    for (int row = 0; row < rows.size(); row++) {
      lines.add(line(row, rows.get(row), widths, style));
    }
    return lines;
  }

  private int[] fit(int width, boolean header) {
    int[] widths = new int[columns.size()];
    int total = GAP.length() * (columns.size() - 1);
    for (int i = 0; i < widths.length; i++) {
      widths[i] = header ? length(columns.get(i).title()) : 0;
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], length(row.get(i)));
      }
      total += widths[i];
    }
    while (width > 0 && total > width) {
      int widest = widestShrinkable(widths);
      if (widest < 0) {
        break;
      }
      widths[widest]--;
      total--;
    }
    return widths;
  }

  private int widestShrinkable(int[] widths) {
    int widest = -1;
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] > columns.get(i).minWidth() && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }

  private String line(int row, List<String> cells, int[] widths, CellStyle style) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      boolean last = i == widths.length - 1;
      String cell = pad(cells.get(i), widths[i], columns.get(i).align(), last);
      line.append(style.apply(row, i, cell)).append(last ? "" : GAP);
    }
    return line.toString();
  }

  private static String pad(String cell, int width, Align align, boolean last) {
    int length = length(cell);
    if (length > width) {
      return cell.substring(0, cell.offsetByCodePoints(0, Math.max(0, width - 1))) + CUT;
    }
    String padding = " ".repeat(width - length);
    return switch (align) {
      case RIGHT -> padding + cell;
      case LEFT -> last ? cell : cell + padding;
    };
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
