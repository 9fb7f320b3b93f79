package io.pliant.cli.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body of known length, or one that ends with the connection (length -1). */
final class PlainBody extends InputStream {
  private final Connection connection;
  private long left;

  PlainBody(Connection connection, long length) {
    this.connection = connection;
    this.left = length < 0 ? Long.MAX_VALUE : length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int count = connection.input().read(bytes, offset, (int) Math.min(length, left));
    if (count < 0 && left < Long.MAX_VALUE / 2) {
      throw new EOFException("Expected " + left + " more bytes of an answer, but it ended.");
    }
    left -= Math.max(0, count);
    return count;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
