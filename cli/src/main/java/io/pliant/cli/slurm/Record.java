package io.pliant.cli.slurm;

import io.pliant.core.format.PrintableText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record as {@code scontrol show} prints it: lines of {@code Key=value}, or all on one line. */
final class Record {
  private static final String INDENT = "   ";

  private final List<List<String>> lines = new ArrayList<>();

  /** Begins a line. */
  Record line() {
    lines.add(new ArrayList<>());
    return this;
  }

  /** Adds a pair to the last line; {@code (null)} for null and for nothing. */
  Record with(String key, @Nullable Object value) {
    String text = value == null ? "" : value.toString();
    lines.getLast().add(key + "=" + (text.isEmpty() ? "(null)" : PrintableText.escaped(text)));
    return this;
  }

  /** Adds a pair of which the value may be empty. */
  Record withEmpty(String key, String value) {
    lines.getLast().add(key + "=" + PrintableText.escaped(value));
    return this;
  }

  /** The text, with a line break at its end. */
  String text(boolean oneLine) {
    List<String> joined = lines.stream().map(line -> String.join(" ", line)).toList();
    return oneLine ? String.join(" ", joined) + "\n" : String.join("\n" + INDENT, joined) + "\n";
  }
}
