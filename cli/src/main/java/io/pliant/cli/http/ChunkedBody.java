package io.pliant.cli.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body in chunks, each preceded by its length in hexadecimal. */
final class ChunkedBody extends InputStream {
  private final Connection connection;
  private long left;
  private boolean first = true;
  private boolean ended;

  ChunkedBody(Connection connection) {
    this.connection = connection;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (left == 0 && !ended) {
      nextChunk();
    }
    if (ended) {
      return -1;
    }
    int count = connection.input().read(bytes, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw new EOFException("Expected " + left + " more bytes of a chunk, but the answer ended.");
    }
    left -= count;
    return count;
  }

  private void nextChunk() throws IOException {
    if (!first) {
      connection.readLine();
    }
    first = false;
    String size = connection.readLine();
    int extension = size.indexOf(';');
    left = Long.parseLong((extension < 0 ? size : size.substring(0, extension)).strip(), 16);
    ended = left == 0;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
