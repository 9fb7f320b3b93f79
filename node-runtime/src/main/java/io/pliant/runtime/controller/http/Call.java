package io.pliant.runtime.controller.http;

import io.pliant.core.array.JobRef;
import io.pliant.core.spec.Submitter;
import java.net.URLDecoder;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** One request as a route sees it: who calls, the path's variables, query parameters and body. */
final class Call {
  private final Request request;
  private final Map<String, String> variables;
  private final Fields queries;
  private final @Nullable Submitter caller;
  private final BodyBounds.Lease lease;

  Call(
      Request request,
      Map<String, String> variables,
      Fields queries,
      @Nullable Submitter caller,
      BodyBounds.Lease lease) {
    this.request = request;
    this.lease = lease;
    this.variables = variables;
    this.queries = queries;
    this.caller = caller;
  }

  /** The proven user; routes with {@link Route.Access#USER} always have one. */
  Submitter caller() {
    if (caller == null) {
      throw new IllegalStateException("Expected a route for users, but it is open to all.");
    }
    return caller;
  }

  /** True when the caller was proven by the kernel, on the Unix domain socket. */
  boolean bySocket() {
    return request.getConnectionMetaData().getLocalSocketAddress()
        instanceof UnixDomainSocketAddress;
  }

  /** The job of the path, which may be elements of an array; brackets come encoded. */
  JobRef job() {
    return parsed(
        "job",
        variable("job"),
        text -> JobRef.parse(URLDecoder.decode(text, StandardCharsets.UTF_8)));
  }

  String variable(String name) {
    String value = variables.get(name);
    if (value == null) {
      throw new IllegalStateException("Expected the path to have a variable '" + name + "'.");
    }
    return value;
  }

  /** The query parameter, or null when it is absent or empty. */
  @Nullable String query(String name) {
    String value = queries.getValue(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  /** All values of a query parameter that may be repeated or hold a list with commas. */
  <T> List<T> queries(String name, Function<String, T> parse) {
    List<T> all = new ArrayList<>();
    for (String value : queries.getValuesOrEmpty(name)) {
      for (String item : value.split(",")) {
        if (!item.isBlank()) {
          all.add(parsed(name, item.strip(), parse));
        }
      }
    }
    return List.copyOf(all);
  }

  <T> @Nullable T query(String name, Function<String, T> parse) {
    String value = query(name);
    return value == null ? null : parsed(name, value, parse);
  }

  /** A number within bounds, or {@code fallback} when absent. */
  long number(String name, long fallback, long min, long max) {
    String text = query(name);
    return text == null ? fallback : bounded(name, text, min, max);
  }

  /** {@code true} or {@code false}, or {@code fallback} when absent. */
  boolean flag(String name, boolean fallback) {
    return switch (query(name)) {
      case null -> fallback;
      case "true" -> true;
      case "false" -> false;
      case String other ->
          throw ApiFailure.invalid(
              "Expected %s to be true or false, but got '%s'.".formatted(name, other));
    };
  }

  static long bounded(String name, String text, long min, long max) {
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw ApiFailure.invalid("Expected %s to be a number, but got '%s'.".formatted(name, text));
    }
    throw ApiFailure.invalid(
        "Expected %s from %d to %d, but got %s.".formatted(name, min, max, text));
  }

  @Nullable Instant instant(String name) {
    return query(name, Instant::parse);
  }

  @Nullable String header(String name) {
    return request.getHeaders().get(name);
  }

  /** True when the client would rather have plain text than JSON. */
  boolean wantsText() {
    String accept = header("Accept");
    return accept != null && accept.startsWith("text/plain");
  }

  <T> T body(Class<T> type) throws InterruptedException {
    return RequestBody.read(request, lease, type);
  }

  void expectNoBody() throws InterruptedException {
    RequestBody.expectNone(request, lease);
  }

  static <T> T parsed(String name, String value, Function<String, T> parse) {
    try {
      return parse.apply(value);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw ApiFailure.invalid("Expected a valid '%s', but: %s".formatted(name, e.getMessage()));
    }
  }
}
