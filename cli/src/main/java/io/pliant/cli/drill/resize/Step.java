package io.pliant.cli.drill.resize;

import io.pliant.core.adaptation.Kind;

/** A step of an adaptation at which something can die. */
enum Step {
  /** The program is asked and has not answered. */
  OFFERED("offer"),
  /** The tasks that join have started and are not ready. */
  PREPARING("ready"),
  /** All are told, and not all have come to the window. */
  ARMED("probe"),
  /** All are in the window, and none has moved its data. */
  ADAPTING("window"),
  /** All tasks have heard that it is committed; those that leave are still there. */
  COMMITTED("leave");

  private final String place;

  Step(String place) {
    this.place = place;
  }

  /** Where the program waits, so that the adaptation stays at this step. */
  String place(Kind kind) {
    return this == COMMITTED && kind.adds() ? "after" : place;
  }

  /** Whether an adaptation of that kind stays at this step for any time. */
  boolean isOf(Kind kind) {
    return switch (this) {
      case OFFERED -> kind == Kind.EXPAND || kind == Kind.SHRINK;
      case PREPARING -> kind.adds();
      case ARMED, ADAPTING, COMMITTED -> true;
    };
  }
}
