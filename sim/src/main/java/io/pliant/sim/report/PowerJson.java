package io.pliant.sim.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.pliant.sim.compare.PowerStudy;
import io.pliant.sim.power.PowerTrace;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** A power study as JSON: figures and violations of each policy. */
public final class PowerJson {
  private PowerJson() {}

  public static String of(PowerStudy study) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("input", study.scenario().workload().name());
      json.writeArrayFieldStart("policies");
      for (PowerStudy.Run run : study.runs()) {
        write(json, run);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, PowerStudy.Run run) throws IOException {
    json.writeStartObject();
    json.writeStringField("policy", run.policy());
    json.writeNumberField("outsideSeconds", run.outside());
    json.writeNumberField("avoidableSeconds", run.avoidableSeconds());
    json.writeNumberField("overshootWatts", run.overshoot());
    json.writeNumberField("joules", run.power().joules());
    json.writeNumberField("makespanSeconds", run.outcome().makespan());
    json.writeNumberField("resizes", run.outcome().resizes());
    json.writeArrayFieldStart("settledSeconds");
    for (Double settled : run.settled()) {
      if (settled == null) {
        json.writeNull();
      } else {
        json.writeNumber(settled);
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("violations");
    for (PowerTrace.Violation violation : run.power().violations()) {
      json.writeStartObject();
      json.writeNumberField("fromSeconds", violation.from() / 1e3);
      json.writeNumberField("toSeconds", violation.to() / 1e3);
      json.writeNumberField("worstWatts", violation.worst());
      json.writeNumberField("avoidableSeconds", violation.avoidable() / 1e3);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
