package io.pliant.imp.testkit.conformance;

import java.io.Serial;

/** A client did something else than the page says; the message names what was expected. */
final class Unmet extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  Unmet(String message) {
    super(message);
  }

  /** Throws unless it holds. */
  static void unless(boolean holds, String expected, Object got) throws Unmet {
    if (!holds) {
      throw new Unmet("Expected " + expected + ", but got " + got + ".");
    }
  }
}
