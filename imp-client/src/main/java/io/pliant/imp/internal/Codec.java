package io.pliant.imp.internal;

import io.pliant.imp.comm.ReduceOp;
import java.nio.ByteBuffer;

/** Arrays of numbers to bytes (big-endian) and back. */
final class Codec {
  private Codec() {}

  static byte[] encode(Object data) {
    if (data instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (data instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    if (data instanceof int[] ints) {
      ByteBuffer out = room(ints.length, Integer.BYTES);
      out.asIntBuffer().put(ints);
      return out.array();
    }
    if (data instanceof long[] longs) {
      ByteBuffer out = room(longs.length, Long.BYTES);
      out.asLongBuffer().put(longs);
      return out.array();
    }
    if (data instanceof float[] floats) {
      ByteBuffer out = room(floats.length, Float.BYTES);
      out.asFloatBuffer().put(floats);
      return out.array();
    }
    if (data instanceof double[] doubles) {
      ByteBuffer out = room(doubles.length, Double.BYTES);
      out.asDoubleBuffer().put(doubles);
      return out.array();
    }
    throw unsupported(data.getClass());
  }

  static <A> A decode(byte[] bytes, Class<A> type) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (type == byte[].class) {
      return type.cast(bytes);
    }
    if (ByteBuffer.class.isAssignableFrom(type)) {
      return type.cast(in);
    }
    if (type == int[].class) {
      int[] ints = new int[count(bytes, Integer.BYTES, type)];
      in.asIntBuffer().get(ints);
      return type.cast(ints);
    }
    if (type == long[].class) {
      long[] longs = new long[count(bytes, Long.BYTES, type)];
      in.asLongBuffer().get(longs);
      return type.cast(longs);
    }
    if (type == float[].class) {
      float[] floats = new float[count(bytes, Float.BYTES, type)];
      in.asFloatBuffer().get(floats);
      return type.cast(floats);
    }
    if (type == double[].class) {
      double[] doubles = new double[count(bytes, Double.BYTES, type)];
      in.asDoubleBuffer().get(doubles);
      return type.cast(doubles);
    }
    throw unsupported(type);
  }

  /** The class to decode to what {@code data} was encoded from; heap and direct buffers are one. */
  @SuppressWarnings("unchecked")
  static <A> Class<A> typeOf(A data) {
    return (Class<A>) (data instanceof ByteBuffer ? ByteBuffer.class : data.getClass());
  }

  /** Joins {@code other} into {@code into}, both of the same type and length. */
  static void join(Object into, Object other, ReduceOp op) {
    if (into instanceof double[] a && other instanceof double[] b) {
      sameLength(a.length, b.length);
      for (int i = 0; i < a.length; i++) {
        a[i] = op.apply(a[i], b[i]);
      }
    } else if (into instanceof long[] a && other instanceof long[] b) {
      sameLength(a.length, b.length);
      for (int i = 0; i < a.length; i++) {
        a[i] = op.apply(a[i], b[i]);
      }
    } else if (into instanceof int[] a && other instanceof int[] b) {
      sameLength(a.length, b.length);
      for (int i = 0; i < a.length; i++) {
        a[i] = op.apply(a[i], b[i]);
      }
    } else if (into instanceof float[] a && other instanceof float[] b) {
      sameLength(a.length, b.length);
      for (int i = 0; i < a.length; i++) {
        a[i] = op.apply(a[i], b[i]);
      }
    } else {
      throw new IllegalArgumentException(
          "Expected arrays of one type to reduce, but got "
              + into.getClass().getSimpleName()
              + " and "
              + other.getClass().getSimpleName()
              + ".");
    }
  }

  /** Whether {@link #join} can do it: said at every task, also where there is nothing to join. */
  static void needNumbers(Object data) {
    if (data instanceof byte[] || data instanceof ByteBuffer) {
      throw new IllegalArgumentException(
          "Expected int[], long[], float[] or double[] to reduce, but got "
              + data.getClass().getSimpleName()
              + ".");
    }
  }

  private static void sameLength(int a, int b) {
    if (a != b) {
      throw new IllegalArgumentException(
          "Expected arrays of one length to reduce, but one task has " + a + " and another " + b);
    }
  }

  private static ByteBuffer room(int length, int width) {
    long bytes = (long) length * width;
    if (bytes > Fabric.MAX_PAYLOAD) {
      throw new IllegalArgumentException(
          "Expected at most "
              + Fabric.MAX_PAYLOAD
              + " bytes in a message, but got "
              + bytes
              + ". Send it in parts.");
    }
    return ByteBuffer.allocate((int) bytes);
  }

  private static int count(byte[] bytes, int width, Class<?> type) {
    if (bytes.length % width != 0) {
      throw new IllegalStateException(
          "Expected a message of "
              + type.getSimpleName()
              + ", but it has "
              + bytes.length
              + " bytes.");
    }
    return bytes.length / width;
  }

  private static IllegalArgumentException unsupported(Class<?> type) {
    return new IllegalArgumentException(
        "Expected byte[], int[], long[], float[], double[] or ByteBuffer, but got "
            + type.getSimpleName()
            + ". Serialise other objects to byte[].");
  }
}
