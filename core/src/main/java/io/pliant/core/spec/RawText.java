package io.pliant.core.spec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Bytes as text from which the same bytes come back, whatever their encoding: UTF-8 as it is, and
 * of all else each byte from 0x80 on as a character from U+EF80 to U+EFFF (as MirBSD's OPTU-8 has
 * it). These characters themselves, which nobody is assigned to, become three each.
 */
public final class RawText {
  private static final char FIRST = '\uEF80';
  private static final char LAST = '\uEFFF';
  private static final int BYTE = 0x80;
  private static final int LOW_BITS = 0x7F;

  private RawText() {}

  /** The text of bytes. */
  public static String of(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    StringBuilder text = new StringBuilder(bytes.length);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      append(text, out.flip());
      out.clear();
      if (!result.isError()) {
        return text.toString();
      }
      for (int i = 0; i < result.length(); i++) {
        text.append(escaped(in.get()));
      }
      decoder.reset();
    }
  }

  /** The bytes of a text. */
  public static byte[] bytes(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= FIRST && c <= LAST) {
        bytes.writeBytes(text.substring(plain, i).getBytes(StandardCharsets.UTF_8));
        bytes.write(BYTE | c - FIRST);
        plain = i + 1;
      }
    }
    bytes.writeBytes(text.substring(plain).getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  private static void append(StringBuilder text, CharSequence decoded) {
    for (int i = 0; i < decoded.length(); i++) {
      char c = decoded.charAt(i);
      if (c >= FIRST && c <= LAST) {
        for (byte part : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
          text.append(escaped(part));
        }
      } else {
        text.append(c);
      }
    }
  }

  private static char escaped(byte one) {
    return (char) (FIRST + (one & LOW_BITS));
  }
}
