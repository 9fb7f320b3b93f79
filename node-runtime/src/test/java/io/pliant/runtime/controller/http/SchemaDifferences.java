package io.pliant.runtime.controller.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedClassResolver;
import io.pliant.actors.wire.SealedTypes;
import io.pliant.actors.wire.WireJson;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the OpenAPI file says otherwise than the records: names of components, their types, and
 * whether they may be null, in both directions.
 */
final class SchemaDifferences {
  private static final Map<Class<?>, String> PLAIN =
      Map.ofEntries(
          Map.entry(String.class, "string"),
          Map.entry(NodeName.class, "string"),
          Map.entry(PartitionName.class, "string"),
          Map.entry(Instant.class, "string date-time"),
          Map.entry(Duration.class, "string duration"),
          Map.entry(JobId.class, "integer"),
          Map.entry(int.class, "integer"),
          Map.entry(Integer.class, "integer"),
          Map.entry(long.class, "integer"),
          Map.entry(Long.class, "integer"),
          Map.entry(double.class, "number"),
          Map.entry(Double.class, "number"),
          Map.entry(boolean.class, "boolean"),
          Map.entry(Boolean.class, "boolean"));

  private final JsonNode file;
  private final boolean request;
  private final List<String> found = new ArrayList<>();
  private final Set<Class<?>> within = new HashSet<>();

  private SchemaDifferences(JsonNode file, boolean request) {
    this.file = file;
    this.request = request;
  }

  /** Of what clients send: what may be null may be left out, or asked for as null. */
  static List<String> ofRequest(JsonNode file, JsonNode schema, Type type, String place) {
    return of(new SchemaDifferences(file, true), schema, type, place);
  }

  /** Of what controllers answer: everything is there, if only as null. */
  static List<String> ofAnswer(JsonNode file, JsonNode schema, Type type, String place) {
    return of(new SchemaDifferences(file, false), schema, type, place);
  }

  private static List<String> of(
      SchemaDifferences differences, JsonNode schema, Type type, String place) {
    differences.compare(schema, type, false, place);
    return differences.found;
  }

  private void compare(JsonNode named, Type type, boolean nullable, String place) {
    JsonNode schema = withoutNull(resolved(named));
    if (mayBeNull(resolved(named)) != nullable) {
      say(place, nullable ? "may be null" : "is never null");
    }
    switch (type) {
      case ParameterizedType many when Map.class.isAssignableFrom((Class<?>) many.getRawType()) -> {
        expectKind(schema, "object", place);
        compare(
            schema.path("additionalProperties"), many.getActualTypeArguments()[1], false, place);
      }
      case ParameterizedType many when isCollection(many) -> {
        expectKind(schema, "array", place);
        compare(schema.path("items"), many.getActualTypeArguments()[0], false, place + "[]");
      }
      case Class<?> one when PLAIN.containsKey(one) -> expectKind(schema, PLAIN.get(one), place);
      case Class<?> one when one.isEnum() -> compareEnum(schema, one, place);
      case Class<?> one when one.isRecord() && within.add(one) -> {
        compareRecord(schema, one, Set.of(), place);
        within.remove(one);
      }
      case Class<?> one when one.isRecord() -> {} // within itself, as a component of a pack
      case Class<?> one when one.isSealed() -> compareSealed(schema, one, place);
      default -> say(place, "is a " + type.getTypeName() + ", which has no form in JSON");
    }
  }

  private static boolean isCollection(ParameterizedType type) {
    return Collection.class.isAssignableFrom((Class<?>) type.getRawType());
  }

  private void compareEnum(JsonNode schema, Class<?> type, String place) {
    expectKind(schema, "string", place);
    Set<String> names = new TreeSet<>();
    for (Object constant : type.getEnumConstants()) {
      names.add(((Enum<?>) constant).name());
    }
    if (!texts(schema.path("enum")).equals(names)) {
      say(place, "is one of " + names);
    }
  }

  private void compareSealed(JsonNode schema, Class<?> type, String place) {
    Map<String, Class<?>> leaves = SealedTypes.namesOf(type);
    Set<String> named = new TreeSet<>();
    for (JsonNode each : schema.path("oneOf")) {
      JsonNode leaf = resolved(each);
      String name = leaf.at("/properties/type/const").asText();
      named.add(name);
      Class<?> record = leaves.get(name);
      if (record != null) {
        compareRecord(leaf, record, Set.of(SealedTypes.TYPE_PROPERTY), place + "." + name);
      }
    }
    if (!named.equals(leaves.keySet())) {
      say(place, "is one of the types " + leaves.keySet());
    }
  }

  /** True for parts of records that answers leave out where there are none: the wire says so. */
  private static boolean leftOut(Class<?> part) {
    SerializationConfig wire = WireJson.json().getSerializationConfig();
    AnnotatedClass type = AnnotatedClassResolver.resolve(wire, wire.constructType(part), wire);
    return wire.getAnnotationIntrospector().findPropertyInclusion(type).getValueInclusion()
        == JsonInclude.Include.NON_NULL;
  }

  private void compareRecord(JsonNode schema, Class<?> type, Set<String> more, String place) {
    expectKind(schema, "object", place);
    Set<String> components = new TreeSet<>(more);
    Set<String> required = new TreeSet<>(more);
    for (RecordComponent component : type.getRecordComponents()) {
      String name = component.getName();
      boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      components.add(name);
      if (!nullable || !request && !leftOut(component.getType())) {
        required.add(name);
      }
      if (schema.path("properties").has(name)) {
        compare(
            schema.path("properties").get(name),
            component.getGenericType(),
            nullable,
            place + "." + name);
      } else {
        say(place + "." + name, "is a component of " + type.getSimpleName());
      }
    }
    schema
        .path("properties")
        .fieldNames()
        .forEachRemaining(name -> {
          if (!components.contains(name)) {
            say(place + "." + name, "is no component of " + type.getSimpleName());
          }
        });
    Set<String> asked = texts(schema.path("required"));
    boolean right =
        request
            ? asked.containsAll(required) && components.containsAll(asked)
            : asked.equals(required);
    if (!right) {
      say(place, "requires " + required);
    }
  }

  private void expectKind(JsonNode schema, @Nullable String kind, String place) {
    String format = schema.path("format").asText();
    boolean told = format.equals("date-time") || format.equals("duration");
    String said = types(schema).findFirst().orElse("nothing") + (told ? " " + format : "");
    if (!said.equals(kind)) {
      say(place, "is " + kind);
    }
  }

  private void say(String place, String what) {
    found.add("%s %s, but the file says otherwise".formatted(place, what));
  }

  private JsonNode resolved(JsonNode schema) {
    String ref = schema.path("$ref").asText();
    return ref.isEmpty() ? schema : resolved(file.at(ref.substring(1)));
  }

  private static boolean mayBeNull(JsonNode schema) {
    return types(schema).anyMatch("null"::equals)
        || schema.path("type").isMissingNode()
            && variants(schema).anyMatch(SchemaDifferences::isNull);
  }

  private JsonNode withoutNull(JsonNode schema) {
    List<JsonNode> left = variants(schema).filter(variant -> !isNull(variant)).toList();
    return left.size() == 1 ? withoutNull(resolved(left.getFirst())) : schema;
  }

  private static boolean isNull(JsonNode schema) {
    return schema.path("type").asText().equals("null");
  }

  private static Stream<JsonNode> variants(JsonNode schema) {
    return StreamSupport.stream(schema.path("oneOf").spliterator(), false);
  }

  /** The types of a schema, null last. */
  private static Stream<String> types(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isArray()
        ? texts(type).stream().sorted((a, b) -> Boolean.compare(a.equals("null"), b.equals("null")))
        : Stream.of(type.asText()).filter(text -> !text.isEmpty());
  }

  private static Set<String> texts(JsonNode array) {
    Set<String> texts = new TreeSet<>();
    array.forEach(each -> {
      if (!each.isNull()) {
        texts.add(each.asText());
      }
    });
    return texts;
  }
}
