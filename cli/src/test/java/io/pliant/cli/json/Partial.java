package io.pliant.cli.json;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Documents of which a test says only what it is about; the rest is filled with plain values. */
public final class Partial {
  private static final Set<String> AT_LEAST_ONE =
      Set.of("minNodes", "maxNodes", "tasks", "cpusPerTask");

  private Partial() {}

  /** A record from a part of its document. */
  public static <T> T of(Class<T> type, String json) {
    return new Json(filled(Json.parse(json).value(), type)).as(type);
  }

  /** The document of a record, filled. */
  public static String text(Class<?> type, String json) {
    return Json.write(filled(Json.parse(json).value(), type));
  }

  /** Records from parts of their documents. */
  public static <T> List<T> list(Class<T> type, String json) {
    return Json.parse(json).list().stream()
        .map(element -> new Json(filled(element.value(), type)).as(type))
        .toList();
  }

  private static @Nullable Object filled(@Nullable Object value, Type type) {
    return switch (type) {
      case ParameterizedType generic ->
          value instanceof List<?> list
              ? list.stream().map(e -> filled(e, generic.getActualTypeArguments()[0])).toList()
              : value;
      case Class<?> record when record.isRecord() && value instanceof Map<?, ?> given ->
          members(given, record);
      default -> value;
    };
  }

  private static Map<String, @Nullable Object> members(Map<?, ?> given, Class<?> type) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    given.forEach((name, member) -> all.put(String.valueOf(name), member));
    for (RecordShape.Part part : RecordShape.of(type).parts()) {
      Object member = given.get(part.name());
      if (member != null) {
        all.put(part.name(), filled(member, part.type()));
      } else if (!part.nullable()) {
        all.put(part.name(), plain(part));
      }
    }
    return all;
  }

  private static @Nullable Object plain(RecordShape.Part part) {
    if (part.type() instanceof ParameterizedType generic) {
      return generic.getRawType() == List.class ? List.of() : Map.of();
    }
    Class<?> type = (Class<?>) part.type();
    if (type == int.class || type == long.class) {
      return AT_LEAST_ONE.contains(part.name()) ? 1L : 0L;
    }
    if (type == double.class || type == boolean.class) {
      return type == double.class ? (Object) 0.0 : (Object) false;
    }
    if (type.isEnum()) {
      return String.valueOf(type.getEnumConstants()[0]);
    }
    if (type.isSealed()) {
      Class<?> leaf = RecordShape.leavesOf(type).getFirst();
      Map<String, @Nullable Object> object = members(Map.of(), leaf);
      object.put("type", leaf.getSimpleName());
      return object;
    }
    Map<Class<?>, Object> known =
        Map.of(
            String.class, "",
            Instant.class, "2026-01-01T00:00:00Z",
            Duration.class, "PT1H",
            JobId.class, 1L,
            NodeName.class, "n1",
            PartitionName.class, "main");
    return known.containsKey(type) ? known.get(type) : members(Map.of(), type);
  }
}
