package io.pliant.sim.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.pliant.sim.compare.Comparison;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** A comparison as JSON: one object for each simulation. */
public final class ComparisonJson {
  private ComparisonJson() {}

  public static String of(Comparison comparison) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("input", comparison.input());
      json.writeArrayFieldStart("simulations");
      for (Comparison.Run run : comparison.runs()) {
        json.writeStartObject();
        json.writeStringField("policy", run.policy());
        json.writeNumberField("malleablePercent", run.share() * 100);
        json.writeNumberField("seed", run.seed());
        json.writeNumberField("jobs", run.outcome().jobs());
        for (Measure measure : Measure.values()) {
          json.writeNumberField(measure.key(), measure.value().applyAsDouble(run.outcome()));
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.toString();
  }
}
