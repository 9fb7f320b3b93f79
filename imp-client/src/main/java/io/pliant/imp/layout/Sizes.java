package io.pliant.imp.layout;

/** Checks that all layouts share. */
final class Sizes {
  private Sizes() {}

  static void check(int length, int parts) {
    if (length < 0 || parts < 1) {
      throw new IllegalArgumentException(
          "Expected a length from 0 and at least one part, but got "
              + length
              + " and "
              + parts
              + ".");
    }
  }

  static void checkIndex(int index, int length) {
    if (index < 0 || index >= length) {
      throw new IndexOutOfBoundsException(
          "Expected an index from 0 to " + (length - 1) + ", but got " + index + ".");
    }
  }
}
