package io.pliant.core.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A line format in the manner of {@code squeue -o "%.18i %9P %j"}: {@code %}, a width if the value
 * is to be padded and cut to it, with a dot before it to pad on the left, and the letter of a
 * field. Everything else stands for itself; {@code %%} is a percent sign.
 *
 * @param <T> what a line tells of
 */
public final class SlurmFormat<T> {
  private static final int WIDEST = 1_000;

  /**
   * One field that may be asked for.
   *
   * @param letter as in Slurm's manual
   * @param title what stands over it
   */
  public record Field<T>(char letter, String title, Function<T, String> value) {}

  private record Piece<T>(String literal, @Nullable Field<T> field, int width, boolean right) {}

  private final List<Piece<T>> pieces;

  private SlurmFormat(List<Piece<T>> pieces) {
    this.pieces = pieces;
  }

  /** Reads a format; throws IllegalArgumentException that names what is wrong and what is known. */
  public static <T> SlurmFormat<T> parse(String text, List<Field<T>> fields) {
    Map<Character, Field<T>> known = new LinkedHashMap<>();
    fields.forEach(field -> known.put(field.letter(), field));
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
    return new SlurmFormat<>(List.copyOf(pieces));
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
          "Expected a width from 1 to %d before '%s', but got '%s' in the format '%s'."
              .formatted(WIDEST, text.charAt(to), digits, text));
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
        line.append(fit(PrintableText.escaped(value.apply(piece.field())), piece));
      }
    }
    return line.toString();
  }

  private static String fit(String text, Piece<?> piece) {
    int length = text.codePointCount(0, text.length());
    if (piece.width() == 0 || length == piece.width()) {
      return text;
    }
    if (length > piece.width()) {
      return text.substring(0, text.offsetByCodePoints(0, piece.width()));
    }
    String padding = " ".repeat(piece.width() - length);
    return piece.right() ? padding + text : text + padding;
  }
}
