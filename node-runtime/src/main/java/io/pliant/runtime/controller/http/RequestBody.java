package io.pliant.runtime.controller.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import io.pliant.actors.wire.WireJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads the JSON document that a client sent, within bounds and with errors that say where. */
final class RequestBody {
  /** Longest body accepted, in bytes. */
  static final int LIMIT = 8 * 1024 * 1024;

  /** Bodies of unknown length are charged in steps of so many bytes. */
  static final int STEP = 64 * 1024;

  private static final int FIRST_ROOM = 8 * 1024;

  private RequestBody() {}

  /** The document as a {@code type}; throws {@link ApiFailure} when it is none. */
  static <T> T read(Request request, BodyBounds.Lease lease, Class<T> type)
      throws InterruptedException {
    byte[] bytes = bytes(request, lease);
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
  static void expectNone(Request request, BodyBounds.Lease lease) throws InterruptedException {
    String text = new String(bytes(request, lease), StandardCharsets.UTF_8).strip();
    if (!text.isEmpty() && !text.equals("{}")) {
      throw ApiFailure.invalid("Expected no body here, but got " + text.length() + " characters.");
    }
  }

  private static byte[] bytes(Request request, BodyBounds.Lease lease) throws InterruptedException {
    long announced = request.getLength();
    if (announced > LIMIT) {
      throw tooLarge();
    }
    lease.reserve(announced);
    long end = System.nanoTime() + lease.within().toNanos();
    byte[] bytes = new byte[FIRST_ROOM];
    int length = 0;
    while (true) {
      Content.Chunk chunk = next(request, lease, end);
      try {
        if (Content.Chunk.isFailure(chunk)) {
          throw ApiFailure.invalid(
              "Expected the whole body, but: " + chunk.getFailure().getMessage());
        }
        int more = chunk.getByteBuffer().remaining();
        if (length + more > LIMIT) {
          throw tooLarge();
        }
        lease.reserve(announced >= 0 ? announced : roundedUp(length + more));
        if (length + more > bytes.length) {
          bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
        chunk.getByteBuffer().get(bytes, length, more);
        length += more;
        if (chunk.isLast()) {
          return Arrays.copyOf(bytes, length);
        }
      } finally {
        chunk.release();
      }
    }
  }

  private static Content.Chunk next(Request request, BodyBounds.Lease lease, long end)
      throws InterruptedException {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk != null) {
        return chunk;
      }
      CountDownLatch more = new CountDownLatch(1);
      request.demand(more::countDown);
      if (!more.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw new ApiFailure(
            408,
            "TOO_SLOW",
            "Expected the whole body within %d s, but it did not come."
                .formatted(lease.within().toSeconds()));
      }
    }
  }

  private static long roundedUp(int length) {
    return (length + STEP - 1L) / STEP * STEP;
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
