package io.pliant.sim.engine;

import io.pliant.sim.trace.Trace;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The identity of a schedule: the first 16 hexadecimal digits of SHA-256 over lines {@code
 * jobId,startTime}, in ascending order of job id, times in seconds of the log.
 */
public final class ScheduleDigest {
  private static final int DIGITS = 16;

  private ScheduleDigest() {}

  /** Digest of the starts, which are in the trace's order. */
  public static String of(Trace trace, long[] starts) {
    Integer[] order = new Integer[trace.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compare(trace.ids()[a], trace.ids()[b]));
    MessageDigest sha = sha256();
    StringBuilder lines = new StringBuilder();
    for (int job : order) {
      lines.append(trace.ids()[job]).append(',').append(starts[job]).append('\n');
      if (lines.length() > 1 << 14) {
        sha.update(lines.toString().getBytes(StandardCharsets.US_ASCII));
        lines.setLength(0);
      }
    }
    sha.update(lines.toString().getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(sha.digest()).substring(0, DIGITS);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256.", impossible);
    }
  }
}
