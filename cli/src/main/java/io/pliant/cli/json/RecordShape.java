package io.pliant.cli.json;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a record is made of.
 *
 * @param constructor takes all parts, in order
 */
record RecordShape(Constructor<?> constructor, List<Part> parts) {
  private static final ClassValue<RecordShape> KNOWN =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return look(type);
        }
      };

  /** A component. */
  record Part(String name, Type type, RecordComponent component) {
    /**
     * True when it may be absent; looked up for what is absent alone, since that takes its time.
     */
    boolean nullable() {
      return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }
  }

  /** The shape of a record. */
  static RecordShape of(Class<?> type) {
    return KNOWN.get(type);
  }

  /** All records of a sealed type; none when it is not sealed. */
  static List<Class<?>> leavesOf(Class<?> type) {
    if (!type.isSealed()) {
      return type.isRecord() ? List.of(type) : List.of();
    }
    List<Class<?>> leaves = new ArrayList<>();
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      leaves.addAll(leavesOf(permitted));
    }
    return leaves;
  }

  private static RecordShape look(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      parts.add(new Part(components[i].getName(), components[i].getGenericType(), components[i]));
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return new RecordShape(constructor, List.copyOf(parts));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("Expected a record, but got " + type, e);
    }
  }
}
