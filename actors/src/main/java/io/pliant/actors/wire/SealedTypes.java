package io.pliant.actors.wire;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The names under which the records of a sealed type are written. */
public final class SealedTypes {
  /** Property that holds the name. */
  public static final String TYPE_PROPERTY = "type";

  private SealedTypes() {}

  /**
   * All leaves of a sealed type by wire name, which is the record's simple name, sorted.
   *
   * @throws IllegalStateException when two leaves share a simple name
   */
  public static SortedMap<String, Class<?>> namesOf(Class<?> sealed) {
    SortedMap<String, Class<?>> names = new TreeMap<>();
    collect(sealed, names);
    return Collections.unmodifiableSortedMap(names);
  }

  private static void collect(Class<?> type, SortedMap<String, Class<?>> names) {
    if (type.isSealed() && !type.isEnum()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        collect(permitted, names);
      }
      return;
    }
    Class<?> other = names.putIfAbsent(type.getSimpleName(), type);
    if (other != null && other != type) {
      throw new IllegalStateException(
          "Expected one wire name for each record of a sealed type, but %s and %s share '%s'. Rename one."
              .formatted(other.getName(), type.getName(), type.getSimpleName()));
    }
  }
}
