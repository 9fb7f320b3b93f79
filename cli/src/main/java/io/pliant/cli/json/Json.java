package io.pliant.cli.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pliant.core.format.PrintableText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value. Answers of controllers are read from it as records of the API. As a tree it is read
 * leniently: what is missing reads as {@code null}, empty or zero.
 *
 * @param value a map, a list, a string, a number, a boolean or null
 */
public record Json(@Nullable Object value) {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** Parses a text; throws IllegalArgumentException naming the place when it is no JSON. */
  public static Json parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      JsonToken first = parser.nextToken();
      return new Json(first == null ? null : read(parser, first));
    } catch (IOException e) {
      throw new IllegalArgumentException("Expected JSON, but " + e.getMessage(), e);
    }
  }

  /** Text of a tree of maps, lists, strings, numbers, booleans and nulls. */
  public static String write(@Nullable Object tree) {
    return write(tree, false);
  }

  /** The same over several lines, for files that people read. */
  public static String writePretty(@Nullable Object tree) {
    return write(tree, true) + "\n";
  }

  /** The member of this name; a null value when there is none. */
  public Json get(String name) {
    return new Json(value instanceof Map<?, ?> map ? map.get(name) : null);
  }

  /** The elements of a list; empty when it is none. */
  public List<Json> list() {
    return value instanceof List<?> list ? list.stream().map(Json::new).toList() : List.of();
  }

  /**
   * The value as a record whose texts may be shown, as those of {@link #text()}; throws
   * IllegalArgumentException naming what is missing or of another kind.
   */
  public <T> T as(Class<T> type) {
    return new RecordReader(true).read(value, type);
  }

  /** The value as a record whose texts are as they came, as that of {@link #raw()}. */
  public <T> T exactly(Class<T> type) {
    return new RecordReader(false).read(value, type);
  }

  /** The elements of a list as records whose texts may be shown. */
  public <T> List<T> listOf(Class<T> type) {
    return listOf(type, new RecordReader(true));
  }

  /** The elements of a list as records whose texts are as they came. */
  public <T> List<T> exactListOf(Class<T> type) {
    return listOf(type, new RecordReader(false));
  }

  private <T> List<T> listOf(Class<T> type, RecordReader reader) {
    if (!(value instanceof List<?> list)) {
      throw new IllegalArgumentException(
          "Expected a list of %s, but got something else.".formatted(type.getSimpleName()));
    }
    return list.stream().map(element -> reader.read(element, type)).toList();
  }

  public boolean isNull() {
    return value == null;
  }

  /**
   * The value as text that may be shown; empty for null. What would move the cursor of a terminal
   * or turn its writing is escaped, since names and reasons come from others.
   */
  public String text() {
    return PrintableText.escaped(raw());
  }

  /** The value as text, whatever is in it: for paths and other things that are not shown. */
  public String raw() {
    return value == null
        ? ""
        : value instanceof Map || value instanceof List ? write(value) : String.valueOf(value);
  }

  /** The value as a whole number; 0 when it is none. */
  public long number() {
    return value instanceof Number number ? number.longValue() : 0;
  }

  /** The value as a number; 0 when it is none. */
  public double decimal() {
    return value instanceof Number number ? number.doubleValue() : 0;
  }

  public boolean bool() {
    return Boolean.TRUE.equals(value);
  }

  /** The value as a time, or null. */
  public @Nullable Instant instant() {
    return value instanceof String text && !text.isEmpty() ? Instant.parse(text) : null;
  }

  private static @Nullable Object read(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> readObject(parser);
      case START_ARRAY -> readArray(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IOException("Unexpected " + token + " in JSON.");
    };
  }

  private static Map<String, @Nullable Object> readObject(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      object.put(name, read(parser, parser.nextToken()));
    }
    return object;
  }

  private static List<@Nullable Object> readArray(JsonParser parser) throws IOException {
    List<@Nullable Object> array = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      array.add(read(parser, token));
    }
    return array;
  }

  private static String write(@Nullable Object tree, boolean pretty) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      if (pretty) {
        generator.useDefaultPrettyPrinter();
      }
      write(generator, tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator generator, @Nullable Object tree) throws IOException {
    switch (tree) {
      case null -> generator.writeNull();
      case Json json -> write(generator, json.value());
      case Map<?, ?> map -> {
        generator.writeStartObject();
        for (Map.Entry<?, ?> member : map.entrySet()) {
          generator.writeFieldName(String.valueOf(member.getKey()));
          write(generator, member.getValue());
        }
        generator.writeEndObject();
      }
      case Collection<?> list -> {
        generator.writeStartArray();
        for (Object element : list) {
          write(generator, element);
        }
        generator.writeEndArray();
      }
      case Long number -> generator.writeNumber(number);
      case Integer number -> generator.writeNumber(number);
      case Double number -> generator.writeNumber(number);
      case Boolean bool -> generator.writeBoolean(bool);
      default -> generator.writeString(tree.toString());
    }
  }
}
