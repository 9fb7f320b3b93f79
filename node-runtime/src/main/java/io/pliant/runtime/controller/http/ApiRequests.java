package io.pliant.runtime.controller.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.pliant.actors.wire.WireJson;
import io.pliant.api.ErrorBody;
import io.pliant.core.spec.Submitter;
import io.pliant.runtime.bounds.RareLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes each request to its route and writes what the route answers. Runs on threads that may
 * block.
 */
final class ApiRequests extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(ApiRequests.class);

  private final List<Route> routes;
  private final Function<Request, Submitter> identity;
  private final BodyBounds bodies;
  private final ReplyBounds replies;
  private final RareLog failures = new RareLog();

  ApiRequests(
      List<Route> routes,
      Function<Request, Submitter> identity,
      BodyBounds bodies,
      ReplyBounds replies) {
    this.routes = List.copyOf(routes);
    this.identity = identity;
    this.bodies = bodies;
    this.replies = replies;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws IOException {
    switch (answer(request)) {
      case Reply.Json(int status, Object body) -> {
        byte[] bytes = bytes(body);
        if (bytes.length <= ReplyBounds.SMALL) {
          write(response, callback, status, bytes);
        } else {
          writeLarge(request, response, callback, status, bytes);
        }
      }
      case Reply.Text(String body) ->
          write(response, callback, "text/plain;charset=utf-8", body.getBytes(UTF_8));
      case Reply.Typed(String type, byte[] body) -> write(response, callback, type, body);
      case Reply.Failure(ApiFailure failure) -> fail(response, callback, failure);
      case Reply.Raw(byte[] body) -> write(response, callback, 200, body);
      case Reply.EventStream(Reply.Writer writer) -> stream(response, callback, writer);
    }
    return true;
  }

  private Reply answer(Request request) {
    try {
      return find(request);
    } catch (ApiFailure e) {
      if (e.status() >= 500) {
        failures.happened(passed ->
            LOG.warn("{} {}: {} ({} more)", request.getMethod(), path(request), e.text(), passed));
      }
      return new Reply.Failure(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply.Failure(ApiFailure.unavailable("The controller is stopping."));
    } catch (RuntimeException e) {
      LOG.error("{} {} failed", request.getMethod(), path(request), e);
      return new Reply.Failure(
          new ApiFailure(500, "INTERNAL", "The controller failed; its log says how."));
    }
  }

  private Reply find(Request request) throws InterruptedException {
    String path = path(request);
    TreeSet<String> allowed = new TreeSet<>();
    for (Route route : routes) {
      Map<String, String> variables = route.match(path);
      if (variables != null) {
        if (fits(route, request.getMethod())) {
          return run(route, request, variables);
        }
        allowed.add(route.method());
      }
    }
    if (allowed.isEmpty()) {
      throw new ApiFailure(
          404, "NOT_FOUND", "Expected a path of this API (GET /v1/openapi.json), but got another.");
    }
    throw ApiFailure.method(request.getMethod(), allowed);
  }

  private static boolean fits(Route route, String method) {
    return route.method().equals(method)
        || (method.equals("HEAD") && route.access() == Route.Access.OPEN);
  }

  private Reply run(Route route, Request request, Map<String, String> variables)
      throws InterruptedException {
    Submitter caller = route.access() == Route.Access.USER ? identity.apply(request) : null;
    Fields queries = queries(request);
    for (String name : queries.getNames()) {
      if (!route.queries().contains(name)) {
        throw ApiFailure.invalid(
            "Expected only the query parameters %s, but got '%s'."
                .formatted(new TreeSet<>(route.queries()), name));
      }
    }
    try (BodyBounds.Lease lease = bodies.open(caller == null ? "" : caller.name())) {
      return route.action().answer(new Call(request, variables, queries, caller, lease));
    }
  }

  private static Fields queries(Request request) {
    try {
      return Request.extractQueryParameters(request);
    } catch (RuntimeException e) {
      throw ApiFailure.invalid("Expected a well-formed query, but: " + e.getMessage());
    }
  }

  private static String path(Request request) {
    return Request.getPathInContext(request);
  }

  private static byte[] bytes(Object body) throws JsonProcessingException {
    return WireJson.json().writeValueAsBytes(body);
  }

  private static void fail(Response response, Callback callback, ApiFailure failure)
      throws JsonProcessingException {
    int status = failure.status();
    if (status == 503) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
    }
    if (status == 401) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    if (failure.allow() != null) {
      response.getHeaders().put(HttpHeader.ALLOW, failure.allow());
    }
    write(response, callback, status, bytes(ErrorBody.of(status, failure.code(), failure.text())));
  }

  private void writeLarge(
      Request request, Response response, Callback callback, int status, byte[] body)
      throws JsonProcessingException {
    Callback counted = replies.open(request, body.length, callback);
    if (counted == null) {
      fail(
          response,
          callback,
          ApiFailure.unavailable(
              "Expected room for an answer of %d bytes, but others are not yet read. Try again soon, or ask for less."
                  .formatted(body.length)));
    } else {
      write(response, counted, status, body);
    }
  }

  private static void write(Response response, Callback callback, int status, byte[] body) {
    response.setStatus(status);
    write(response, callback, "application/json", body);
  }

  private static void write(Response response, Callback callback, String type, byte[] body) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  private static void stream(Response response, Callback callback, Reply.Writer writer) {
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    try (OutputStream out = Content.Sink.asOutputStream(response)) {
      writer.writeTo(out);
      callback.succeeded();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      callback.failed(e);
    } catch (IOException e) {
      LOG.debug("A watcher of events went away: {}", e.getMessage());
      callback.failed(e);
    }
  }
}
