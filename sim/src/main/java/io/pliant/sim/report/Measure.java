package io.pliant.sim.report;

import io.pliant.sim.elastic.Outcome;
import java.util.function.ToDoubleFunction;

/** A figure of a simulation with its name; less is better for the first three. */
public enum Measure {
  MAKESPAN("makespan s", "makespanSeconds", Outcome::makespan),
  RESPONSE("mean response s", "meanResponseSeconds", o -> o.responses().mean()),
  WAIT("mean wait s", "meanWaitSeconds", o -> o.waits().mean()),
  MEDIAN_WAIT("median wait s", "medianWaitSeconds", o -> o.waits().median()),
  P95_WAIT("p95 wait s", "p95WaitSeconds", o -> o.waits().p95()),
  SLOWDOWN("mean bounded slowdown", "meanBoundedSlowdown", o -> o.slowdowns().mean()),
  UTILIZATION("utilization", "utilization", Outcome::utilization),
  RESIZES("resizes", "resizes", o -> o.resizes());

  private final String title;
  private final String key;
  private final ToDoubleFunction<Outcome> value;

  Measure(String title, String key, ToDoubleFunction<Outcome> value) {
    this.title = title;
    this.key = key;
    this.value = value;
  }

  /** For tables, with its unit. */
  public String title() {
    return title;
  }

  /** For JSON. */
  public String key() {
    return key;
  }

  public ToDoubleFunction<Outcome> value() {
    return value;
  }

  /** Text with the digits that matter. */
  public String text(double number) {
    return switch (this) {
      case UTILIZATION -> "%.3f".formatted(number);
      case SLOWDOWN -> "%.2f".formatted(number);
      case MAKESPAN, RESPONSE, WAIT, MEDIAN_WAIT, P95_WAIT, RESIZES -> "%.0f".formatted(number);
    };
  }
}
