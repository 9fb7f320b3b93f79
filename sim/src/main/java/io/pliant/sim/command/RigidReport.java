package io.pliant.sim.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.pliant.sim.engine.Metrics;
import io.pliant.sim.trace.Trace;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * The result of an exact simulation.
 *
 * @param trace what was simulated
 * @param policy its name
 * @param metrics what the schedule is worth
 * @param digest its identity
 * @param seconds of one simulation without reading the log; the median of the repetitions
 * @param repeats number of simulations
 */
record RigidReport(
    Trace trace, String policy, Metrics metrics, String digest, double seconds, int repeats) {

  /** One JSON object; times in seconds. */
  String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("trace", trace.name());
      json.writeStringField("policy", policy);
      json.writeNumberField("processors", trace.processors());
      json.writeNumberField("jobs", metrics.jobs());
      json.writeNumberField("skipped", trace.skipped());
      json.writeNumberField("meanWaitSeconds", metrics.meanWait());
      json.writeNumberField("meanResponseSeconds", metrics.meanResponse());
      json.writeNumberField("meanBoundedSlowdown", metrics.meanBoundedSlowdown());
      json.writeNumberField("maxWaitSeconds", metrics.maxWait());
      json.writeNumberField("makespanSeconds", metrics.makespan());
      json.writeNumberField("utilization", metrics.utilization());
      json.writeStringField("digest", digest);
      json.writeNumberField("simulationSeconds", seconds);
      json.writeNumberField("simulations", repeats);
      json.writeNumberField("jobsPerSecond", Math.round(metrics.jobs() / seconds));
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.toString();
  }

  void print(PrintStream out) {
    line(out, "trace", "%s on %d processors".formatted(trace.name(), trace.processors()));
    line(out, "policy", policy);
    line(out, "jobs", "%d".formatted(metrics.jobs()));
    if (trace.skipped() > 0) {
      line(out, "skipped lines", "%d".formatted(trace.skipped()));
    }
    line(out, "mean wait", "%.2f s".formatted(metrics.meanWait()));
    line(out, "mean response", "%.2f s".formatted(metrics.meanResponse()));
    line(out, "mean bounded slowdown", "%.4f".formatted(metrics.meanBoundedSlowdown()));
    line(out, "longest wait", "%d s".formatted(metrics.maxWait()));
    line(out, "makespan", "%d s".formatted(metrics.makespan()));
    line(out, "utilization", "%.4f".formatted(metrics.utilization()));
    line(out, "digest of the schedule", digest);
    line(
        out,
        "simulated in",
        String.format(Locale.ROOT, "%.4f s, %,.0f jobs/s", seconds, metrics.jobs() / seconds));
  }

  private static void line(PrintStream out, String name, String value) {
    out.println("%-23s %s".formatted(name, value));
  }
}
