package io.pliant.imp.testkit.conformance;

import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What lines of a task must look like. */
final class Grammar {
  private static final Map<String, List<String>> FIELDS =
      Map.ofEntries(
          Map.entry("hello", List.of("version", "task", "address")),
          Map.entry("answer", List.of("adaptation", "verdict", "nodes", "reason")),
          Map.entry("request", List.of("request", "kind", "nodes")),
          Map.entry("ready", List.of()),
          Map.entry("enter", List.of("adaptation", "phase")),
          Map.entry("commit", List.of("adaptation")),
          Map.entry("abort", List.of("adaptation", "reason")),
          Map.entry("perf", List.of("phase", "communication-ns", "computation-ns")),
          Map.entry("lost", List.of("task", "reason")),
          Map.entry("bye", List.of()));

  private static final List<String> NUMBERS =
      List.of("version", "adaptation", "nodes", "phase", "communication-ns", "computation-ns");

  private static final Map<String, List<String>> WORDS =
      Map.of(
          "verdict", List.of("accept", "part", "counter", "refuse", "default"),
          "kind", List.of("grow", "release"));

  private Grammar() {}

  /** Reads a line without its end and checks it. */
  static WireMessage read(byte[] line) throws Unmet {
    WireMessage message;
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
      Unmet.unless(
          text.chars().allMatch(c -> c >= ' ' && c != 0x7f), "no control characters", text);
      message = WireMessage.parse(text);
    } catch (CharacterCodingException e) {
      throw new Unmet("Expected a line of UTF-8, but got other bytes.");
    } catch (WireException e) {
      throw new Unmet(String.valueOf(e.getMessage()));
    }
    List<String> fields = FIELDS.get(message.command());
    Unmet.unless(fields != null, "a line that a task may say", message.encode());
    for (String field : fields == null ? List.<String>of() : fields) {
      String value = message.get(field);
      Unmet.unless(value != null, "a field " + field, message.encode());
      checkValue(message, field, String.valueOf(value));
    }
    return message;
  }

  private static void checkValue(WireMessage message, String field, String value) throws Unmet {
    if (NUMBERS.contains(field)) {
      Unmet.unless(value.matches("[0-9]{1,19}"), "a number as " + field, message.encode());
    }
    List<String> words = WORDS.get(field);
    Unmet.unless(words == null || words.contains(value), "one of " + words + " as " + field, value);
    if (message.command().equals("answer") && field.equals("nodes")) {
      boolean counted = List.of("part", "counter").contains(message.need("verdict"));
      Unmet.unless(
          counted != value.equals("0"), "nodes with part and counter only", message.encode());
    }
  }
}
