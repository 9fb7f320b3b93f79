package io.pliant.journal.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The entries of one segment file of the log, as Ratis 3.2 writes it: the word {@code RaftLog1},
 * then for each entry its length as a varint, its bytes, and the CRC-32C of both, big-endian; then
 * zeros.
 *
 * @param whole bytes up to the end of the last whole entry
 * @param entries number of whole entries
 * @param lastIndex index of the last whole entry, or -1
 * @param tail what follows them
 */
record LogFrames(long whole, long entries, long lastIndex, Tail tail) {
  private static final byte[] HEADER = "RaftLog1".getBytes(StandardCharsets.US_ASCII);
  private static final int CHECKSUM = 4;
  private static final int MAX_ENTRY = 64 << 20;
  private static final long FAR = 1_000_000;

  /** What follows the last whole entry. */
  enum Tail {
    /** Nothing, or zeros that were set aside. */
    CLEAN,
    /** An entry that was being written when the machine stopped; nothing is behind it. */
    TORN,
    /** Something that was written and cannot be read any more. */
    DAMAGED
  }

  static LogFrames read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // until all of it is read
      }
      return new Reader(bytes.flip()).read();
    }
  }

  private static final class Reader {
    private final ByteBuffer bytes;
    private final byte[] array;
    private final int end;

    Reader(ByteBuffer bytes) {
      this.bytes = bytes;
      this.array = bytes.array();
      this.end = bytes.limit();
    }

    LogFrames read() {
      int head = Math.min(end, HEADER.length);
      if (!Arrays.equals(array, 0, head, HEADER, 0, head) || head < HEADER.length) {
        boolean begun = Arrays.equals(array, 0, head, HEADER, 0, head) || zeros(0);
        return new LogFrames(0, 0, -1, begun ? Tail.TORN : Tail.DAMAGED);
      }
      int at = HEADER.length;
      long entries = 0;
      long last = -1;
      while (at < end && array[at] != 0) {
        int next = frameEnd(at);
        if (next < 0) {
          return new LogFrames(at, entries, last, torn(at, last) ? Tail.TORN : Tail.DAMAGED);
        }
        last = index(at);
        entries++;
        at = next;
      }
      return new LogFrames(at, entries, last, zeros(at) ? Tail.CLEAN : Tail.DAMAGED);
    }

    /** End of the whole frame that begins at {@code at}, or -1. */
    private int frameEnd(int at) {
      long length = varint(at);
      if (length <= 0 || length > MAX_ENTRY) {
        return -1;
      }
      long body = at + varintSize(length) + length;
      if (body + CHECKSUM > end) {
        return -1;
      }
      CRC32C sum = new CRC32C();
      sum.update(array, at, (int) body - at);
      return bytes.getInt((int) body) == (int) sum.getValue() ? (int) body + CHECKSUM : -1;
    }

    /**
     * Torn: the file ends within the entry, or its end was never written (zeros from somewhere
     * before its checksum on), and no whole entry is behind it. A changed byte leaves the checksum
     * standing.
     */
    private boolean torn(int at, long last) {
      if (wholeFrameAfter(at, last) || wholeButForItsLength(at)) {
        return false;
      }
      long length = varint(at);
      long frame = length <= 0 ? Long.MAX_VALUE : at + varintSize(length) + length + CHECKSUM;
      return frame > end ? array[end - 1] != 0 : zeros((int) frame - CHECKSUM);
    }

    /** Whether all up to the last byte that is not zero is a whole entry under another length. */
    private boolean wholeButForItsLength(int at) {
      int used = end;
      while (used > at && array[used - 1] == 0) {
        used--;
      }
      for (int stop = used; stop < used + CHECKSUM && stop <= end; stop++) {
        for (int size = 1; size <= 5; size++) {
          int length = stop - CHECKSUM - at - size;
          if (length > 0 && varintSize(length) == size) {
            CRC32C sum = new CRC32C();
            for (int rest = length, i = 0; i < size; i++, rest >>>= 7) {
              sum.update(i == size - 1 ? rest : rest & 0x7f | 0x80);
            }
            sum.update(array, at + size, length);
            if (bytes.getInt(stop - CHECKSUM) == (int) sum.getValue()) {
              return true;
            }
          }
        }
      }
      return false;
    }

    /**
     * Looks for what an entry begins with: its term and an index that could be the next but one.
     */
    private boolean wholeFrameAfter(int at, long last) {
      for (int i = at + 1; i < end - HEADER.length; i++) {
        long length = varint(i);
        if (length <= 2 || length > MAX_ENTRY || i + length > end) {
          continue;
        }
        int body = i + varintSize(length);
        if (body < end && array[body] == 0x08) {
          long index = index(i);
          if (index > last && index < last + FAR && frameEnd(i) > 0) {
            return true;
          }
        }
      }
      return false;
    }

    /** The index in the frame at {@code at}: field 2, behind the term, field 1; 0 when left out. */
    private long index(int at) {
      int body = at + varintSize(varint(at));
      if (body < end && array[body] == 0x08) {
        body++;
        body += varintSize(varint(body));
      }
      return body < end && array[body] == 0x10 ? varint(body + 1) : 0;
    }

    private long varint(int at) {
      long value = 0;
      for (int i = 0; i < 10 && at + i < end; i++) {
        value |= (long) (array[at + i] & 0x7f) << (7 * i);
        if (array[at + i] >= 0) {
          return value;
        }
      }
      return -1;
    }

    private static int varintSize(long value) {
      int size = 1;
      for (long rest = value >>> 7; rest != 0; rest >>>= 7) {
        size++;
      }
      return size;
    }

    private boolean zeros(int from) {
      for (int i = Math.max(0, from); i < end; i++) {
        if (array[i] != 0) {
          return false;
        }
      }
      return true;
    }
  }
}
