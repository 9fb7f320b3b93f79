package io.pliant.core.launch;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.NodeName;
import org.jspecify.annotations.Nullable;

/**
 * Slurm's file-name symbols, replaced in two phases: those of the job when a launch order is made,
 * those of the task on the node that starts it.
 *
 * <p>A number between the percent sign and the letter is the least width of a numeric value, padded
 * with zeros, at most {@value #MAX_WIDTH}. {@code %%} is a percent sign; a symbol that is not known
 * stays as it is; a pattern with a backslash is taken literally, without the backslash.
 */
public final class FilePattern {

  private static final int MAX_WIDTH = 10;

  /** What Slurm writes for the array index of a job that is no array. */
  private static final String NO_ARRAY_INDEX = "4294967294";

  private FilePattern() {}

  /**
   * Replaces {@code %j %J %s %x %u %A %a}, leaves {@code %t %N %n %%} for {@link
   * #replaceTaskSymbols}, and makes the pattern absolute.
   */
  public static String replaceJobSymbols(
      String pattern, JobSymbols symbols, String workingDirectory) {
    String replaced =
        pattern.indexOf('\\') >= 0
            ? escaped(pattern.replace("\\", ""))
            : scan(pattern, "%%", (letter, width) -> jobValue(letter, width, symbols));
    if (replaced.startsWith("/")) {
      return replaced;
    }
    String directory = workingDirectory.endsWith("/") ? workingDirectory : workingDirectory + "/";
    return escaped(directory) + replaced;
  }

  /**
   * Replaces what {@link #replaceJobSymbols} left: {@code %t} by the rank, {@code %N} by the node's
   * short name, {@code %n} by the node's position in the step, {@code %%} by a percent sign.
   */
  public static String replaceTaskSymbols(String pattern, int rank, NodeName node, int nodeIndex) {
    return scan(pattern, "%", (letter, width) -> taskValue(letter, width, rank, node, nodeIndex));
  }

  private static @Nullable String jobValue(char letter, String width, JobSymbols symbols) {
    String job = symbols.step().job().toString();
    ArrayElement element = symbols.element();
    String array = element == null ? job : element.array().toString();
    String index = element == null ? NO_ARRAY_INDEX : Integer.toString(element.index());
    String step = symbols.step().isBatch() ? "batch" : Integer.toString(symbols.step().step());
    return switch (letter) {
      case 'j' -> padded(job, width);
      case 'A' -> padded(array, width);
      case 'J' -> padded(job, width) + (symbols.step().isBatch() ? "" : "." + step);
      case 's' -> symbols.step().isBatch() ? step : padded(step, width);
      case 'a' -> padded(index, width);
      case 'x' -> escaped(symbols.jobName());
      case 'u' -> escaped(symbols.user());
      case 't', 'N', 'n' -> "%" + width + letter;
      case '%' -> "%%";
      default -> null;
    };
  }

  private static @Nullable String taskValue(
      char letter, String width, int rank, NodeName node, int nodeIndex) {
    return switch (letter) {
      case 't' -> padded(Integer.toString(rank), width);
      case 'n' -> padded(Integer.toString(nodeIndex), width);
      case 'N' -> shortName(node);
      case '%' -> "%";
      default -> null;
    };
  }

  /** Value of one symbol, or null when the letter is none. */
  private interface Symbol {
    @Nullable String value(char letter, String width);
  }

  /**
   * Replaces each symbol by its value.
   *
   * @param loneSign what a percent sign that begins no symbol becomes
   */
  private static String scan(String pattern, String loneSign, Symbol symbol) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < pattern.length()) {
      char c = pattern.charAt(at);
      if (c != '%') {
        out.append(c);
        at++;
        continue;
      }
      int letterAt = endOfDigits(pattern, at + 1);
      String width = pattern.substring(at + 1, letterAt);
      String value =
          letterAt == pattern.length() || (pattern.charAt(letterAt) == '%' && !width.isEmpty())
              ? null
              : symbol.value(pattern.charAt(letterAt), width);
      out.append(value == null ? loneSign + width : value);
      at = value == null ? letterAt : letterAt + 1;
    }
    return out.toString();
  }

  private static int endOfDigits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static String padded(String number, String width) {
    int least = width.length() > 2 ? MAX_WIDTH : width.isEmpty() ? 0 : Integer.parseInt(width);
    return "0".repeat(Math.max(0, Math.min(least, MAX_WIDTH) - number.length())) + number;
  }

  private static String escaped(String text) {
    return text.replace("%", "%%");
  }

  private static String shortName(NodeName node) {
    int dot = node.value().indexOf('.');
    return dot < 0 ? node.value() : node.value().substring(0, dot);
  }
}
