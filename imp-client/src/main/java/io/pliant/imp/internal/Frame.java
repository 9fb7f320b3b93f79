package io.pliant.imp.internal;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * What travels on a connection between tasks: 17 bytes of head (type, context, rank of the sender
 * in it, tag, length; big-endian) and a payload.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a copy of each payload would cost
record Frame(byte type, int context, int from, int tag, byte[] payload) {
  static final byte DATA = 1;
  static final byte CONTROL = 2;
  static final byte HEARTBEAT = 3;
  static final byte GOODBYE = 4;

  private static final int HEAD = 17;

  /** Payloads up to here go out in one write with their head. */
  private static final int SMALL = 8192;

  static Frame sign(byte type) {
    return new Frame(type, 0, 0, 0, new byte[0]);
  }

  void write(OutputStream out) throws IOException {
    boolean small = payload.length <= SMALL;
    ByteBuffer head = ByteBuffer.allocate(small ? HEAD + payload.length : HEAD);
    head.put(type).putInt(context).putInt(from).putInt(tag).putInt(payload.length);
    if (small) {
      head.put(payload);
    }
    out.write(head.array());
    if (!small) {
      out.write(payload);
    }
  }

  static Frame read(DataInputStream in) throws IOException {
    byte type = in.readByte();
    int context = in.readInt();
    int from = in.readInt();
    int tag = in.readInt();
    int length = in.readInt();
    if (type < DATA || type > GOODBYE || length < 0) {
      throw new IOException("it sent something that is no message");
    }
    byte[] payload = new byte[length];
    in.readFully(payload);
    return new Frame(type, context, from, tag, payload);
  }
}
