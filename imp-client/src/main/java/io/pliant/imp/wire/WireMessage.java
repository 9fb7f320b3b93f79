package io.pliant.imp.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of the adapt protocol: a command word and {@code key=value} fields
 * (docs/protocol/adapt.md).
 *
 * @param command lower-case word, the value of the line's first field {@code cmd}
 * @param fields the other fields in the order of the line; values unescaped
 */
public record WireMessage(String command, Map<String, String> fields) {
  /** The version of the protocol that this library speaks. */
  public static final int VERSION = 1;

  /** The longest line, in bytes of UTF-8 without its end. */
  public static final int MAX_LINE = 1 << 20;

  /** Copies the fields and checks that words can stand on a line. */
  public WireMessage {
    if (!isWord(command)) {
      throw new IllegalArgumentException("Expected a command word, but got '" + command + "'.");
    }
    fields.keySet().forEach(WireMessage::checkKey);
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** A message without fields. */
  public static WireMessage of(String command) {
    return new WireMessage(command, Map.of());
  }

  /** The same message with one more field; {@code value} is written by {@code toString}. */
  public WireMessage with(String key, Object value) {
    Map<String, String> more = new LinkedHashMap<>(fields);
    more.put(key, value.toString());
    return new WireMessage(command, more);
  }

  /** A field's value, or null when the line has none. */
  public @Nullable String get(String key) {
    return fields.get(key);
  }

  /** A field's value; {@link WireException} when the line has none. */
  public String need(String key) {
    String value = fields.get(key);
    if (value == null) {
      throw new WireException(
          "Expected a field " + key + " in " + command + ", but there is none.");
    }
    return value;
  }

  /** A field as a number; {@link WireException} when it is missing or no number. */
  public int number(String key) {
    String value = need(key);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new WireException(
          "Expected a number in " + command + " " + key + ", but got '" + value + "'.", e);
    }
  }

  /** A field as a comma-separated list; empty when it is missing or empty. */
  public List<String> list(String key) {
    String value = fields.get(key);
    return value == null || value.isEmpty() ? List.of() : List.of(value.split(","));
  }

  /** A field as a list of members; empty when it is missing. */
  public List<Member> members(String key) {
    List<Member> members = new ArrayList<>();
    for (String text : list(key)) {
      members.add(Member.parse(text));
    }
    return List.copyOf(members);
  }

  /** The line, without its end. */
  public String encode() {
    StringBuilder line = new StringBuilder("cmd=").append(command);
    fields.forEach((key, value) -> line.append(' ').append(key).append('=').append(escape(value)));
    return line.toString();
  }

  /** Reads a line without its end; {@link WireException} says what is wrong with it. */
  public static WireMessage parse(String line) {
    String command = null;
    Map<String, String> fields = new LinkedHashMap<>();
    for (String token : line.split(" ", -1)) {
      int equals = token.indexOf('=');
      if (equals <= 0) {
        throw new WireException("Expected key=value, but got '" + token + "' in '" + line + "'.");
      }
      String key = token.substring(0, equals);
      String value = unescape(token.substring(equals + 1));
      if (command == null) {
        if (!key.equals("cmd") || !isWord(value)) {
          throw new WireException("Expected cmd=word first, but got '" + token + "'.");
        }
        command = value;
      } else if (!isWord(key) || key.equals("cmd") || fields.put(key, value) != null) {
        throw new WireException(
            "Expected each key once, but got '" + token + "' in '" + line + "'.");
      }
    }
    return new WireMessage(command == null ? "" : command, fields);
  }

  private static void checkKey(String key) {
    if (!isWord(key) || key.equals("cmd")) {
      throw new IllegalArgumentException("Expected a key word, but got '" + key + "'.");
    }
  }

  private static boolean isWord(String text) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-');
  }

  private static String escape(String value) {
    StringBuilder out = new StringBuilder(value.length());
    value
        .codePoints()
        .forEach(c -> {
          if (c <= ' ' || c == '%' || c == 0x7f) {
            out.append(String.format("%%%02X", c));
          } else {
            out.appendCodePoint(c);
          }
        });
    return out.toString();
  }

  private static String unescape(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '%') {
        out.append(c);
        continue;
      }
      if (i + 3 > text.length()
          || !text.substring(i + 1, i + 3).matches("[0-9A-Fa-f]{2}")
          || text.charAt(i + 1) > '7') {
        throw new WireException("Expected %00..%7F, but got '" + text + "'.");
      }
      out.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
      i += 2;
    }
    return out.toString();
  }

  /** The line with its end, as bytes; {@link WireException} when it is too long. */
  public byte[] bytes() {
    byte[] line = (encode() + "\n").getBytes(StandardCharsets.UTF_8);
    if (line.length > MAX_LINE + 1) {
      throw new WireException(
          "Expected at most " + MAX_LINE + " bytes, but " + command + " has " + line.length + ".");
    }
    return line;
  }
}
