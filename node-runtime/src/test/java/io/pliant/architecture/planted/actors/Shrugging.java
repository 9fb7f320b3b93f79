package io.pliant.architecture.planted.actors;

import io.pliant.core.corridor.CorridorEvent;

/** Breaks: a switch over a sealed type names each of its types. */
final class Shrugging {
  private Shrugging() {}

  static int bounds(CorridorEvent event) {
    return switch (event) {
      case CorridorEvent.BoundsSet _ -> {
        yield 1;
      }
      default -> 0;
    };
  }

  static int otherwise(Object word) {
    return switch (word) {
      case String text -> text.length();
      default -> 0;
    };
  }
}
