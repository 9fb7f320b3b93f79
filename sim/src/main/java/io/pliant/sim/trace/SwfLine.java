package io.pliant.sim.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One line of a log after the other, parsed from bytes without an object for each. */
final class SwfLine {
  /** Numbers of a line. */
  static final int FIELDS = 18;

  /** The largest time, width or id that is taken: 2^36, two thousand years in seconds. */
  static final long MOST = 1L << 36;

  private static final String[] NAMES = {
    "job number",
    "submit time",
    "wait time",
    "run time",
    "allocated processors",
    "average cpu time",
    "used memory",
    "requested processors",
    "requested time",
    "requested memory",
    "status",
    "user",
    "group",
    "executable",
    "queue",
    "partition",
    "preceding job",
    "think time"
  };

  /** Fields whose value is used, and so has to make sense; bit i stands for field i. */
  private static final int USED = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private byte[] line = new byte[256];
  private int length;
  private long number;
  private final long[] values = new long[FIELDS + 1];
  private int cursor;

  SwfLine(InputStream in) {
    this.in = in;
  }

  /** Goes to the next line that is not empty; false at the end of the log. */
  boolean next() throws IOException {
    while (readLine()) {
      cursor = 0;
      skipBlanks();
      if (cursor < length) {
        return true;
      }
    }
    return false;
  }

  /** The line's number in the file, from 1. */
  long number() {
    return number;
  }

  boolean isComment() {
    return line[cursor] == ';';
  }

  /** The text behind the semicolon. */
  String comment() {
    return new String(line, cursor + 1, length - cursor - 1, StandardCharsets.UTF_8);
  }

  /** The value of a field, counted from 1, once {@link #damage} has found none. */
  long field(int index) {
    return values[index];
  }

  /** Parses the line; what is wrong with it, or null. */
  @Nullable String damage() {
    for (int field = 1; field <= FIELDS; field++) {
      skipBlanks();
      if (cursor >= length) {
        return "Expected line %d to have %d fields, but it ends before field %d (%s)."
            .formatted(number, FIELDS, field, NAMES[field - 1]);
      }
      int from = cursor;
      String wrong = parse(field);
      if (wrong != null) {
        while (cursor < length && !blank(line[cursor])) {
          cursor++;
        }
        return "Expected line %d, field %d (%s), %s, but got '%s'."
            .formatted(
                number,
                field,
                NAMES[field - 1],
                wrong,
                new String(line, from, Math.min(cursor - from, 40), StandardCharsets.UTF_8));
      }
    }
    skipBlanks();
    return cursor < length
        ? "Expected line %d to have %d fields, but it has more.".formatted(number, FIELDS)
        : null;
  }

  private @Nullable String parse(int field) {
    boolean negative = line[cursor] == '-';
    if (negative) {
      cursor++;
    }
    int digits = cursor;
    long value = 0;
    while (cursor < length && line[cursor] >= '0' && line[cursor] <= '9') {
      value = Math.min(value * 10 + (line[cursor] - '0'), MOST + 1);
      cursor++;
    }
    boolean used = (USED & 1 << field) != 0;
    if (cursor < length && line[cursor] == '.' && !used) {
      cursor++;
      while (cursor < length && line[cursor] >= '0' && line[cursor] <= '9') {
        cursor++;
      }
    }
    if (cursor == digits || (cursor < length && !blank(line[cursor]))) {
      return used ? "to be a whole number" : "to be a number";
    }
    if (used && negative && value != 1) {
      return "to be at least 0, or -1 for unknown";
    }
    if (used && value > MOST) {
      return "to be at most " + MOST;
    }
    values[field] = negative ? -value : value;
    return null;
  }

  private void skipBlanks() {
    while (cursor < length && blank(line[cursor])) {
      cursor++;
    }
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  private boolean readLine() throws IOException {
    length = 0;
    while (true) {
      if (at == end) {
        end = in.read(buffer, 0, buffer.length);
        at = 0;
        if (end < 0) {
          end = 0;
          number++;
          return length > 0;
        }
      }
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      append(from, at - from);
      if (at < end) {
        at++;
        number++;
        return true;
      }
    }
  }

  private void append(int from, int count) {
    if (length + count > line.length) {
      line = Arrays.copyOf(line, Math.max(2 * line.length, length + count));
    }
    System.arraycopy(buffer, from, line, length, count);
    length += count;
  }
}
