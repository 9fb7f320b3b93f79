package io.pliant.core.node;

/**
 * What became of an {@link OutputQuestion}.
 *
 * @param number of the question
 * @param why in words, when nothing was read; else empty
 * @param size bytes that the file has
 * @param offset of the first byte of {@code data}
 * @param data the bytes, in base64
 */
public record OutputAnswer(
    long number, Result result, String why, long size, long offset, String data) {
  /** Most bytes of a part: with their line in front they fit into a pipe that nobody reads yet. */
  public static final int MOST_BYTES = 60 * 1024;

  /** How it went. */
  public enum Result {
    /** The bytes are there. */
    READ,
    /** There is no such file, or its user may not read it. */
    MISSING,
    /** Who was asked cannot read files of that user. */
    UNABLE,
    /** Too many are being read, or it took too long. */
    BUSY
  }

  /** Nothing was read. */
  public static OutputAnswer without(long number, Result result, String why) {
    return new OutputAnswer(number, result, why, 0, 0, "");
  }
}
