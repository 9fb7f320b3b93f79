package io.pliant.runtime.node.launcher;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines from a pipe of which none is kept beyond what a true one can be. One thread. */
final class NewsLines {
  /** Supervisors say less than 2 100 bytes beside a path. */
  static final int LONGEST = 8 * 1024;

  private final BufferedInputStream in;

  NewsLines(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The next line, cut off where it is too long, or null at the end. */
  @Nullable String next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        return line.toString(StandardCharsets.UTF_8);
      }
      if (line.size() < LONGEST) {
        line.write(next);
      }
    }
    return null; // what has no end is no line
  }
}
