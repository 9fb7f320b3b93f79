package io.pliant.cli.json;

import io.pliant.core.format.PrintableText;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of JSON, by the rules by which a controller writes them: ids are plain numbers and
 * strings, a sealed type has its record's name as {@code type}, and what may be absent is
 * {@code @Nullable}. What the record does not know is skipped, so that a newer controller may say
 * more; what it must have and has not is an error that names it. A data binder would double the
 * start-up time of a command.
 */
final class RecordReader {
  private static final String TYPE = "type";
  private static final int MOST_SHOWN = 80;
  private static final int MOST_SAID = 300;

  private final boolean shown;

  /**
   * A reader.
   *
   * @param shown texts are for a terminal: what would move its cursor is escaped
   */
  RecordReader(boolean shown) {
    this.shown = shown;
  }

  /** Reads a value that must be there; throws IllegalArgumentException naming what is wrong. */
  <T> T read(@Nullable Object value, Class<T> type) {
    return type.cast(read(value, type, type.getSimpleName()));
  }

  private Object read(@Nullable Object value, Type type, String place) {
    if (value == null) {
      throw new BadValue("Expected %s, but there is none.".formatted(place), null);
    }
    return switch (type) {
      case ParameterizedType generic -> readMany(value, generic, place);
      case Class<?> single -> readOne(value, single, place);
      default -> throw unreadable(type);
    };
  }

  private Object readMany(Object value, ParameterizedType type, String place) {
    Type[] of = type.getActualTypeArguments();
    Class<?> raw = (Class<?>) type.getRawType();
    if (Map.class.isAssignableFrom(raw)) {
      return readMap(value, (Class<?>) of[0], of[1], place);
    }
    if (!Collection.class.isAssignableFrom(raw)) {
      throw unreadable(type);
    }
    List<Object> all = new ArrayList<>();
    int index = 0;
    for (Object element : kind(value, List.class, "a list", place)) {
      all.add(read(element, of[0], place + "[" + index++ + "]"));
    }
    return raw == List.class ? all : new LinkedHashSet<>(all);
  }

  private SortedMap<Object, Object> readMap(Object value, Class<?> key, Type member, String place) {
    SortedMap<Object, Object> all = new TreeMap<>();
    Map<?, ?> object = kind(value, Map.class, "an object", place);
    for (Map.Entry<?, ?> entry : object.entrySet()) {
      String name = String.valueOf(entry.getKey());
      Object id = key == JobId.class ? JobId.parse(name) : readOne(name, key, place);
      all.put(id, read(entry.getValue(), member, place + "." + begin(name, MOST_SHOWN)));
    }
    return all;
  }

  private Object readOne(Object value, Class<?> type, String place) {
    if (type == String.class) {
      String text = kind(value, String.class, "a text", place);
      return shown ? PrintableText.escaped(text) : text;
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(type) || type == Boolean.class) {
      return readPlain(value, type, place);
    }
    try {
      return type.isEnum() ? readEnum(value, type, place) : readComposed(value, type, place);
    } catch (DateTimeException e) {
      throw wrong("a time", value, place);
    }
  }

  private static Object readPlain(Object value, Class<?> type, String place) {
    if (type == boolean.class || type == Boolean.class) {
      return kind(value, Boolean.class, "true or false", place);
    }
    if (type == double.class || type == Double.class) {
      return kind(value, Number.class, "a number", place).doubleValue();
    }
    long number = kind(value, Long.class, "a whole number", place);
    if (type == long.class || type == Long.class) {
      return number;
    }
    if (number != (int) number) {
      throw wrong("a number of at most 32 bits", value, place);
    }
    return (int) number;
  }

  private static Object readEnum(Object value, Class<?> type, String place) {
    for (Object constant : type.getEnumConstants()) {
      if (constant instanceof Enum<?> named && named.name().equals(value)) {
        return constant;
      }
    }
    throw wrong("one of " + List.of(type.getEnumConstants()), value, place);
  }

  private Object readComposed(Object value, Class<?> type, String place) {
    if (type == Instant.class) {
      return Instant.parse(kind(value, String.class, "a time", place));
    }
    if (type == Duration.class) {
      return Duration.parse(kind(value, String.class, "a duration", place));
    }
    try {
      if (type == JobId.class) {
        return new JobId(kind(value, Long.class, "the number of a job", place));
      }
      if (type == NodeName.class) {
        return new NodeName(kind(value, String.class, "the name of a node", place));
      }
      if (type == PartitionName.class) {
        return new PartitionName(kind(value, String.class, "the name of a partition", place));
      }
      return type.isRecord()
          ? readRecord(kind(value, Map.class, "an object", place), RecordShape.of(type), place)
          : readSealed(kind(value, Map.class, "an object", place), type, place);
    } catch (BadValue e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw invalid(place, e, e);
    }
  }

  private Object readSealed(Map<?, ?> object, Class<?> type, String place) {
    Object name = object.get(TYPE);
    for (Class<?> leaf : RecordShape.leavesOf(type)) {
      if (leaf.getSimpleName().equals(name)) {
        return readRecord(object, RecordShape.of(leaf), place);
      }
    }
    if (!type.isSealed()) {
      throw unreadable(type);
    }
    throw wrong("a known type", name == null ? "" : name, place);
  }

  private Object readRecord(Map<?, ?> object, RecordShape shape, String place) {
    List<RecordShape.Part> parts = shape.parts();
    @Nullable Object[] values = new Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      RecordShape.Part part = parts.get(i);
      Object value = object.get(part.name());
      values[i] =
          value == null && part.nullable()
              ? null
              : read(value, part.type(), place + "." + part.name());
    }
    return make(shape.constructor(), values, place);
  }

  private static Object make(Constructor<?> constructor, @Nullable Object[] values, String place) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw invalid(place, cause, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Expected to make " + constructor + ", but failed.", e);
    }
  }

  private static <T> T kind(Object value, Class<T> type, String expected, String place) {
    if (!type.isInstance(value)) {
      throw wrong(expected, value, place);
    }
    return type.cast(value);
  }

  private static BadValue wrong(String expected, Object value, String place) {
    return new BadValue(
        "Expected %s to be %s, but got '%s'."
            .formatted(place, expected, begin(String.valueOf(value), MOST_SHOWN)),
        null);
  }

  private static BadValue invalid(String place, Throwable why, Exception cause) {
    return new BadValue(
        "Expected a valid %s, but: %s"
            .formatted(place, begin(String.valueOf(why.getMessage()), MOST_SAID)),
        cause);
  }

  private static String begin(String text, int most) {
    return PrintableText.escaped(text.substring(0, Math.min(most, text.length())));
  }

  private static IllegalStateException unreadable(Type type) {
    return new IllegalStateException("Expected a type that has a form in JSON, but got " + type);
  }

  /** Says already where it is. */
  private static final class BadValue extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    BadValue(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
