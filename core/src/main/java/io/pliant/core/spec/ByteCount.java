package io.pliant.core.spec;

import java.util.Collection;
import java.util.Map;

/** How many bytes texts have in UTF-8, which is what travels and is stored. */
public final class ByteCount {
  private ByteCount() {}

  /** Bytes of one text. */
  public static long of(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }

  /** Bytes of words as the kernel counts arguments: with an end for each. */
  public static long of(Collection<String> words) {
    return words.stream().mapToLong(word -> of(word) + 1).sum();
  }

  /** Bytes of variables as the kernel counts them: with an equals sign and an end for each. */
  public static long of(Map<String, String> variables) {
    return variables.entrySet().stream().mapToLong(ByteCount::of).sum();
  }

  /** Bytes of one variable. */
  public static long of(Map.Entry<String, String> variable) {
    return of(variable.getKey()) + of(variable.getValue()) + 2;
  }
}
