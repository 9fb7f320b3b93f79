package io.pliant.architecture.planted.core.view;

import io.pliant.architecture.planted.core.id.TooHigh;

/** Uses a class of another package without a word of it. */
final class Chained {
  private Chained() {}

  static boolean known(TooHigh id) {
    return id.event() != null;
  }
}
