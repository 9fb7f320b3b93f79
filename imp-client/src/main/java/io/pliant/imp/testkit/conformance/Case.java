package io.pliant.imp.testkit.conformance;

import java.io.IOException;

/**
 * One thing that a client must do.
 *
 * @param name what it is
 * @param body how it is seen
 */
record Case(String name, Body body) {
  /** What happens in a case. */
  interface Body {
    void run(Stage stage) throws Unmet, IOException;
  }
}
