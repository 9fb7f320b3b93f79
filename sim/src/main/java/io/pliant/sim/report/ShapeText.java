package io.pliant.sim.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.pliant.core.id.JobStatus;
import io.pliant.sim.shape.ShapeOutcome;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Simulations of a job list, side by side. */
public final class ShapeText {
  /** Jobs that never start of which a table says why. */
  private static final int MOST_PROBLEMS = 10;

  private ShapeText() {}

  /** As a Markdown table; waits in seconds. */
  public static String table(List<ShapeOutcome> outcomes) {
    StringBuilder text =
        new StringBuilder(
            "| policy | shape | jobs | mean wait | median | 95 % | makespan | utilization | resizes |\n"
                + "|---|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (ShapeOutcome outcome : outcomes) {
      for (ShapeOutcome.Row row : outcome.rows()) {
        boolean all = row.shape() == ShapeOutcome.Shape.ALL;
        text.append(
            String.format(
                Locale.ROOT,
                "| %s | %s | %d | %.1f | %.1f | %.1f | %s |%n",
                outcome.policy(),
                row.shape().label(),
                row.jobs(),
                row.mean(),
                row.median(),
                row.p95(),
                all ? whole(outcome) : " | |"));
      }
    }
    outcomes.forEach(outcome -> text.append(problems(outcome)));
    return text.toString();
  }

  private static String whole(ShapeOutcome outcome) {
    return String.format(
        Locale.ROOT,
        "%.0f | %.3f | %d",
        outcome.makespan(),
        outcome.utilization(),
        outcome.resizes());
  }

  private static String problems(ShapeOutcome outcome) {
    String ends =
        outcome.ends().entrySet().stream()
            .map(end -> end.getValue() + " " + end.getKey())
            .collect(Collectors.joining(", "));
    StringBuilder text = new StringBuilder("\n%s: %s".formatted(outcome.policy(), ends));
    if (outcome.stay() > 0) {
      text.append(", %d never start".formatted(outcome.stay()));
    }
    if (outcome.refusals() > 0) {
      text.append(", %d refused".formatted(outcome.refusals()));
    }
    text.append(".\n");
    List<String> problems = outcome.problems();
    problems.stream().limit(MOST_PROBLEMS).forEach(each -> text.append("  " + each + "\n"));
    if (problems.size() > MOST_PROBLEMS) {
      text.append("  and %d more; --json has all\n".formatted(problems.size() - MOST_PROBLEMS));
    }
    return text.toString();
  }

  /** As one JSON document. */
  public static String json(List<ShapeOutcome> outcomes) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartArray();
      for (ShapeOutcome outcome : outcomes) {
        write(json, outcome);
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, ShapeOutcome outcome) throws IOException {
    json.writeStartObject();
    json.writeStringField("policy", outcome.policy());
    json.writeNumberField("makespan_seconds", outcome.makespan());
    json.writeNumberField("utilization", outcome.utilization());
    json.writeNumberField("resizes", outcome.resizes());
    json.writeNumberField("refused", outcome.refusals());
    json.writeNumberField("never_start", outcome.stay());
    json.writeObjectFieldStart("ends");
    for (Map.Entry<JobStatus, Integer> end : outcome.ends().entrySet()) {
      json.writeNumberField(end.getKey().name(), end.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("shapes");
    for (ShapeOutcome.Row row : outcome.rows()) {
      json.writeStartObject();
      json.writeStringField("shape", row.shape().label());
      json.writeNumberField("jobs", row.jobs());
      json.writeNumberField("mean_wait_seconds", row.mean());
      json.writeNumberField("median_wait_seconds", row.median());
      json.writeNumberField("p95_wait_seconds", row.p95());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("problems");
    for (String problem : outcome.problems()) {
      json.writeString(problem);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
