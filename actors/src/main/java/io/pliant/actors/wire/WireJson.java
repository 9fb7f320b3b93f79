package io.pliant.actors.wire;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;

/**
 * The two mappers for core types outside of Pekko's own serializers. In both, instants are ISO-8601
 * in UTC ({@code 2026-01-02T03:04:05Z}) and durations are ISO-8601 too ({@code PT1H30M}).
 */
public final class WireJson {
  private static final int MAX_NESTING = 64;
  private static final ObjectMapper JSON =
      withRules(JsonMapper.builder())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();
  private static final ObjectMapper CBOR =
      withRules(
              CBORMapper.builder(
                  CBORFactory.builder()
                      .streamReadConstraints(
                          StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING).build())
                      .build()))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private WireJson() {}

  /**
   * For HTTP: an unknown, missing or null property that is not nullable is an error that names it.
   */
  public static ObjectMapper json() {
    return JSON;
  }

  /** For frames: unknown properties are skipped, so that a newer peer may say more. */
  public static ObjectMapper cbor() {
    return CBOR;
  }

  private static <B extends MapperBuilder<?, B>> B withRules(B builder) {
    return builder
        .addModule(new ParameterNamesModule())
        .addModule(new Jdk8Module())
        .addModule(new JavaTimeModule())
        .addModule(new CoreModule())
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }
}
