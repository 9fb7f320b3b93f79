package io.pliant.runtime.controller.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import io.pliant.actors.wire.WireJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads the JSON document that a client sent, within bounds and with errors that say where. */
final class RequestBody {
  /** Longest body accepted, in bytes. */
  static final int LIMIT = 8 * 1024 * 1024;

  private RequestBody() {}

  /** The document as a {@code type}; throws {@link ApiFailure} when it is none. */
  static <T> T read(Request request, Class<T> type) {
    byte[] bytes = bytes(request);
    try {
      T value =
          WireJson.json()
              .readerFor(type)
              .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .readValue(bytes);
      if (value == null) {
        throw ApiFailure.invalid("Expected a JSON object, but got null.");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw ApiFailure.invalid(explain(e));
    } catch (IOException e) {
      throw ApiFailure.invalid("Expected to read the body, but: " + e.getMessage());
    }
  }

  /** Accepts nothing or an empty object. */
  static void expectNone(Request request) {
    String text = new String(bytes(request), java.nio.charset.StandardCharsets.UTF_8).strip();
    if (!text.isEmpty() && !text.equals("{}")) {
      throw ApiFailure.invalid("Expected no body here, but got " + text.length() + " characters.");
    }
  }

  private static byte[] bytes(Request request) {
    if (request.getLength() > LIMIT) {
      throw tooLarge();
    }
    try (InputStream in = Content.Source.asInputStream(request)) {
      byte[] bytes = in.readNBytes(LIMIT + 1);
      if (bytes.length > LIMIT) {
        throw tooLarge();
      }
      return bytes;
    } catch (IOException e) {
      throw ApiFailure.invalid("Expected the whole body, but: " + e.getMessage());
    }
  }

  private static ApiFailure tooLarge() {
    return new ApiFailure(
        413, "TOO_LARGE", "Expected a body of at most " + LIMIT + " bytes, but got more.");
  }

  private static String explain(JsonProcessingException e) {
    JsonLocation location = e.getLocation();
    String where =
        location == null
            ? ""
            : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    String field =
        e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()
            ? " in field '" + fieldOf(mapping) + "'"
            : "";
    Throwable cause = e.getCause();
    String what =
        cause instanceof IllegalArgumentException && cause.getMessage() != null
            ? cause.getMessage()
            : e.getOriginalMessage();
    return "Expected valid JSON, but%s%s: %s".formatted(field, where, what);
  }

  private static String fieldOf(JsonMappingException e) {
    return e.getPath().stream()
        .map(r -> r.getFieldName() == null ? "[" + r.getIndex() + "]" : r.getFieldName())
        .collect(Collectors.joining("."));
  }
}
