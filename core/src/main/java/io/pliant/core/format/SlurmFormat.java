package io.pliant.core.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A line format in the manner of {@code squeue}: either {@code -o "%.18i %9P %j"}, where {@code %}
 * stands before a width if the value is to be padded and cut to it, with a dot before it to pad on
 * the left, and before the letter of a field, and everything else stands for itself ({@code %%} is
 * a percent sign); or {@code -O "jobid:.8,name,state:|"}, names of fields with a width of 20, or
 * another one, or none but a text that follows.
 *
 * @param <T> what a line tells of
 */
public final class SlurmFormat<T> {
  private static final int WIDEST = 1_000;
  private static final Pattern NAMED =
      Pattern.compile("([A-Za-z_ -]+)(?::(\\.)?([0-9]*)(.*))?", Pattern.DOTALL);

  private record Piece<T>(String literal, @Nullable Field<T> field, int width, boolean right) {}

  private final List<Piece<T>> pieces;

  private SlurmFormat(List<Piece<T>> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  /** Reads a format; throws IllegalArgumentException that names what is wrong and what is known. */
  public static <T> SlurmFormat<T> parse(String text, List<Field<T>> fields) {
    Map<Character, Field<T>> known = new LinkedHashMap<>();
    fields.stream()
        .filter(field -> field.letter() != Field.NO_LETTER)
        .forEach(field -> known.put(field.letter(), field));
    List<Piece<T>> pieces = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '%') {
        literal.append(c);
        continue;
      }
      int begin = at;
      boolean right = at < text.length() && text.charAt(at) == '.';
      at += right ? 1 : 0;
      int digits = at;
      while (at < text.length() && Character.isDigit(text.charAt(at))) {
        at++;
      }
      if (at < text.length() && text.charAt(at) == '%' && at == begin) {
        literal.append(text.charAt(at++));
        continue;
      }
      Field<T> field = at < text.length() ? known.get(text.charAt(at++)) : null;
      if (field == null) {
        throw unknown(text, text.substring(begin - 1, at), known);
      }
      pieces.add(new Piece<>(literal.toString(), field, width(text, digits, at - 1, right), right));
      literal.setLength(0);
    }
    pieces.add(new Piece<>(literal.toString(), null, 0, false));
    return new SlurmFormat<>(pieces);
  }

  /**
   * Reads names of fields, each with {@code :}, a dot to pad on the left, a width and a text that
   * follows, as far as they are wanted; throws IllegalArgumentException that names what is wrong.
   */
  public static <T> SlurmFormat<T> named(String text, List<Field<T>> fields) {
    List<Piece<T>> pieces = new ArrayList<>();
    String literal = "";
    for (String word : text.split(",", -1)) {
      Matcher parts = NAMED.matcher(word);
      Field<T> field = parts.matches() ? known(parts.group(1).strip(), fields) : null;
      if (field == null) {
        throw new IllegalArgumentException(
            "Expected names of fields with commas, each one of %s, but got '%s'."
                .formatted(names(fields), word));
      }
      String digits = parts.group(3) == null ? "" : parts.group(3);
      String suffix = parts.group(4) == null ? "" : parts.group(4);
      int width = suffix.isEmpty() ? Field.USUAL_WIDTH : 0;
      if (!digits.isEmpty()) {
        width = width(word, parts.start(3), parts.end(3), true);
      }
      pieces.add(new Piece<>(literal, field, width, parts.group(2) != null));
      literal = suffix;
    }
    pieces.add(new Piece<>(literal, null, 0, false));
    return new SlurmFormat<>(pieces);
  }

  private static <T> @Nullable Field<T> known(String name, List<Field<T>> fields) {
    return fields.stream().filter(field -> field.isNamed(name)).findFirst().orElse(null);
  }

  private static <T> String names(List<Field<T>> fields) {
    return fields.stream()
        .filter(field -> !field.names().isEmpty())
        .map(field -> field.names().getFirst())
        .collect(Collectors.joining(", "));
  }

  /** The fields of a line, in their order. */
  public List<Field<T>> fields() {
    return pieces.stream().map(Piece::field).filter(Objects::nonNull).toList();
  }

  private static <T> IllegalArgumentException unknown(
      String text, String piece, Map<Character, Field<T>> known) {
    String letters =
        known.values().stream()
            .map(field -> "%" + field.letter() + " " + field.title())
            .collect(Collectors.joining(", "));
    return new IllegalArgumentException(
        "Expected one of %s, but got '%s' in the format '%s'.".formatted(letters, piece, text));
  }

  private static int width(String text, int from, int to, boolean right) {
    if (from == to && !right) {
      return 0;
    }
    String digits = text.substring(from, to);
    int width = digits.isEmpty() || digits.length() > 4 ? 0 : Integer.parseInt(digits);
    if (width < 1 || width > WIDEST) {
      throw new IllegalArgumentException(
          "Expected a width from 1 to %d, but got '%s' in the format '%s'."
              .formatted(WIDEST, digits, text));
    }
    return width;
  }

  /** The titles, laid out as the lines are. */
  public String header() {
    return line(Field::title);
  }

  /** One line. */
  public String line(T of) {
    return line(field -> field.value().apply(of));
  }

  private String line(Function<Field<T>, String> value) {
    StringBuilder line = new StringBuilder();
    for (Piece<T> piece : pieces) {
      line.append(piece.literal());
      if (piece.field() != null) {
        String cell = PrintableText.escaped(value.apply(piece.field()));
        line.append(Cell.fit(cell, piece.width(), piece.right(), ""));
      }
    }
    return line.toString();
  }
}
