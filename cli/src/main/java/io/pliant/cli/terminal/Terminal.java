package io.pliant.cli.terminal;

import io.pliant.core.format.PrintableText;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.CellStyle;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where output goes.
 *
 * @param interactive true when standard output is a terminal
 * @param colour true when colours may be used
 * @param width columns, or 0 when there is no terminal
 * @param program name under which the command was called, with which notes begin
 */
public record Terminal(
    PrintStream out,
    PrintStream err,
    boolean interactive,
    boolean colour,
    int width,
    String program) {
  private static final int DEFAULT_WIDTH = 80;

  /** The same of {@code pliant}. */
  public Terminal(
      PrintStream out, PrintStream err, boolean interactive, boolean colour, int width) {
    this(out, err, interactive, colour, width, "pliant");
  }

  /** Colours with one meaning each. */
  public enum Style {
    GOOD("32"),
    BAD("31"),
    WAIT("33"),
    NOTE("36"),
    DIM("2"),
    BOLD("1");

    private final String code;

    Style(String code) {
      this.code = code;
    }
  }

  /**
   * The terminal as the launcher script found it: {@code pliant.terminal} is {@code true} when
   * standard output is one, and {@code pliant.columns} its width unless {@code COLUMNS} says
   * otherwise.
   */
  public static Terminal detect(Map<String, String> environment) {
    boolean interactive = Boolean.getBoolean("pliant.terminal");
    boolean colour =
        interactive
            && environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !"dumb".equals(environment.get("TERM"));
    int width =
        interactive
            ? parseWidth(
                environment.getOrDefault("COLUMNS", System.getProperty("pliant.columns", "")))
            : 0;
    return new Terminal(
        System.out,
        System.err,
        interactive,
        colour,
        width,
        System.getProperty("pliant.name", "pliant"));
  }

  /** The width now: a window may have been resized since the start. Costs a process. */
  public Terminal resized() {
    if (!interactive) {
      return this;
    }
    int[] size = size();
    return size == null ? this : new Terminal(out, err, true, colour, size[1], program);
  }

  /** Number of lines of the window, or 24 when unknown. Costs a process. */
  public int height() {
    int[] size = interactive ? size() : null;
    return size == null ? 24 : size[0];
  }

  /** Says on standard error what may help beside an error; nothing where there is no such thing. */
  public void hint(String text) {
    if (!text.isEmpty()) {
      note(text);
    }
  }

  /** Text in a style, or plain when colours are off. */
  public String styled(Style style, String text) {
    return colour ? "\u001b[" + style.code + "m" + text + "\u001b[0m" : text;
  }

  /** Prints a table cut to the width of the terminal. */
  public void print(TextTable table, boolean header, CellStyle style) {
    StringBuilder lines = new StringBuilder();
    table.lines(width, header, style).forEach(line -> lines.append(line).append('\n'));
    out.print(lines);
    out.flush();
  }

  /** A note for people that is no result. */
  public void note(String text) {
    err.println(program + ": " + PrintableText.escapedLines(text));
  }

  private static int parseWidth(String columns) {
    try {
      int width = Integer.parseInt(columns.strip());
      return width > 0 ? width : DEFAULT_WIDTH;
    } catch (NumberFormatException e) {
      return DEFAULT_WIDTH;
    }
  }

  private static int @Nullable [] size() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new java.io.File("/dev/tty"))
              .redirectErrorStream(true)
              .start();
      String text =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      String[] parts = text.split(" ", -1);
      return stty.waitFor() == 0 && parts.length == 2
          ? new int[] {Integer.parseInt(parts[0]), Integer.parseInt(parts[1])}
          : null;
    } catch (IOException | NumberFormatException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
