package io.pliant.runtime.power;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of the kernel that holds one number. It stays open: a read from its beginning gets the
 * present value, in a small part of the time that opening takes.
 */
final class NumberFile implements Closeable {
  private static final int LONGEST = 64;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(LONGEST);

  private NumberFile(FileChannel channel) {
    this.channel = channel;
  }

  static NumberFile open(Path file) throws IOException {
    return new NumberFile(FileChannel.open(file, StandardOpenOption.READ));
  }

  /** The number in a file that is not read again. */
  static long once(Path file) throws IOException {
    try (NumberFile number = open(file)) {
      return number.read();
    }
  }

  /** A word or line in a file, without blanks around it. */
  static String text(Path file) throws IOException {
    return Files.readString(file).strip();
  }

  /** The present value, at least 0. */
  long read() throws IOException {
    buffer.clear();
    int count = channel.read(buffer, 0);
    long value = 0;
    int digits = 0;
    for (int i = 0; i < count; i++) {
      int digit = buffer.get(i) - '0';
      if (digit < 0 || digit > 9) {
        if (digits > 0 && rest(i, count).isBlank()) {
          break;
        }
        throw unusable(count);
      }
      digits++;
      value = value * 10 + digit;
    }
    if (digits == 0 || digits > 18) {
      throw unusable(count);
    }
    return value;
  }

  private IOException unusable(int count) {
    return new IOException(
        "expected a whole number of at most 18 digits, but it holds '%s'"
            .formatted(rest(0, Math.max(count, 0)).strip()));
  }

  private String rest(int from, int to) {
    byte[] bytes = new byte[to - from];
    buffer.get(from, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
