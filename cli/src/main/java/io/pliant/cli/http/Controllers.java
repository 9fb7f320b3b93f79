package io.pliant.cli.http;

import io.pliant.api.ErrorBody;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The controllers of a cluster, any of which can answer. A request goes to one after the other;
 * while none answers, requests that cannot have arrived or may be repeated are tried again, so that
 * a user does not notice the death of a controller.
 */
public final class Controllers {
  /** How long a request that somebody typed is tried again while no controller answers. */
  public static final Duration RETRY_FOR = Duration.ofSeconds(30);

  /** Characters of an unexpected answer that a failure tells. */
  private static final int MOST_QUOTED = 200;

  private static final long PAUSE_MILLIS = 250;
  private static final long NOTE_AFTER_MILLIS = 2_000;

  private final List<Endpoint> endpoints;
  private final @Nullable String token;
  private final BooleanSupplier worthRetrying;
  private final Consumer<String> notes;
  private final Duration patience;
  private int current;

  private Controllers(
      List<Endpoint> endpoints,
      @Nullable String token,
      BooleanSupplier worthRetrying,
      Consumer<String> notes,
      Duration patience) {
    this.endpoints = endpoints;
    this.token = token;
    this.worthRetrying = worthRetrying;
    this.notes = notes;
    this.patience = patience;
    this.current = (int) Math.floorMod(System.nanoTime() / 1000, (long) endpoints.size());
  }

  /**
   * The controllers at these endpoints, at least one.
   *
   * @param token bearer token, or null for none; sent over TCP only
   * @param worthRetrying false when it is known that no controller will come back by itself
   * @param notes where the user is told about waiting
   */
  public static Controllers of(
      List<Endpoint> endpoints,
      @Nullable String token,
      BooleanSupplier worthRetrying,
      Consumer<String> notes) {
    if (endpoints.isEmpty()) {
      throw new IllegalArgumentException("Expected at least one controller, but got none.");
    }
    return new Controllers(List.copyOf(endpoints), token, worthRetrying, notes, RETRY_FOR);
  }

  /** The same, asked so long while none answers, whether or not one is known to come back. */
  public Controllers patient(Duration other) {
    return new Controllers(endpoints, token, () -> true, notes, other);
  }

  /** The answer's body as text; {@link ApiRefusal} when the answer is an error. */
  public String text(Request request) {
    try (Response response = open(request)) {
      return response.text();
    } catch (IOException e) {
      if (request.repeatable()) {
        return retryText(request, e);
      }
      throw lost(request, e);
    }
  }

  /** The answer's body as JSON; {@link ApiRefusal} when the answer is an error. */
  public Json json(Request request) {
    return Json.parse(text(request));
  }

  /** The answer as a record, its texts fit to be shown. */
  public <T> T one(Request request, Class<T> type) {
    return Answers.one(text(request), type);
  }

  /** The answer as records, their texts fit to be shown. */
  public <T> List<T> list(Request request, Class<T> type) {
    return Answers.list(text(request), type);
  }

  /** The answer as a record, its texts as they came: for paths and what is not shown. */
  public <T> T exact(Request request, Class<T> type) {
    return Answers.exact(text(request), type);
  }

  /** The answer with its body still to be read, for streams; the caller closes it. */
  public Response open(Request request) {
    long start = System.nanoTime();
    boolean noted = false;
    while (true) {
      Attempt attempt = tryEach(request);
      if (attempt.response() != null) {
        return attempt.response();
      }
      long waited = (System.nanoTime() - start) / 1_000_000;
      if (!mayRetry(request, attempt, waited)) {
        throw attempt.failure();
      }
      if (!noted && waited >= NOTE_AFTER_MILLIS) {
        notes.accept(
            "No controller can answer right now, trying on for up to %d s ..."
                .formatted(patience.toSeconds()));
        noted = true;
      }
      pause();
    }
  }

  /**
   * One round over all controllers.
   *
   * @param mayHaveArrived true when a controller may have acted on the request
   */
  private record Attempt(
      @Nullable Response response, RuntimeException failure, boolean mayHaveArrived) {}

  private boolean mayRetry(Request request, Attempt attempt, long waitedMillis) {
    return waitedMillis < patience.toMillis()
        && (request.repeatable() || !attempt.mayHaveArrived())
        && worthRetrying.getAsBoolean();
  }

  private Attempt tryEach(Request request) {
    RuntimeException failure = CommandFailure.operational("No controller is known.");
    boolean arrived = false;
    for (int i = 0; i < endpoints.size() && (!arrived || request.repeatable()); i++) {
      Endpoint endpoint = endpoints.get(current);
      try {
        Response response = exchange(endpoint, request);
        if (response.status() < 300) {
          return new Attempt(response, failure, true);
        }
        ApiRefusal refusal = refusal(response);
        if (response.status() != 503 && response.status() != 504) {
          throw refusal;
        }
        arrived |= response.status() == 504;
        failure = refusal;
      } catch (ConnectException | UnsupportedAddressTypeException e) {
        failure = moreTelling(failure, unreachable(endpoint, e));
      } catch (SocketException e) {
        failure = moreTelling(failure, unreachable(endpoint, e));
        arrived |= !isConnectFailure(e);
      } catch (IOException e) {
        failure = lost(request, e);
        arrived = true;
      }
      current = (current + 1) % endpoints.size();
    }
    return new Attempt(null, failure, arrived);
  }

  /**
   * A Unix socket file that is not there or that nobody listens on is reported as a plain
   * SocketException.
   */
  private static boolean isConnectFailure(SocketException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("No such file") || message.contains("refused");
  }

  private Response exchange(Endpoint endpoint, Request request) throws IOException {
    if (token != null && endpoint instanceof Endpoint.Tcp tcp && !tcp.secret()) {
      throw CommandFailure.usage(
          "Expected https:// for %s, since a token is sent there, but it is not encrypted."
              .formatted(endpoint));
    }
    Connection connection = Connection.open(endpoint, request.patience());
    try {
      return connection.exchange(
          endpoint, request, endpoint instanceof Endpoint.Tcp ? token : null);
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private String retryText(Request request, IOException first) {
    notes.accept("Lost the answer of a controller (" + first.getMessage() + "), asking again ...");
    try (Response response = open(request)) {
      return response.text();
    } catch (IOException e) {
      throw lost(request, e);
    }
  }

  private static ApiRefusal refusal(Response response) throws IOException {
    try (response) {
      String body = response.text();
      String message;
      try {
        message = Json.parse(body).exactly(ErrorBody.class).error().message();
      } catch (IllegalArgumentException e) {
        message = "";
      }
      return new ApiRefusal(
          response.status(),
          message.isEmpty()
              ? "The controller answered with status %d%s."
                  .formatted(response.status(), quoted(body))
              : message);
    }
  }

  /**
   * The beginning of an answer that is no error in the form of the API, in one line; what listens
   * there may be anything, and must not write to the terminal as it likes.
   */
  private static String quoted(String body) {
    String line = body.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return line.isEmpty() ? "" : ": " + line.substring(0, Math.min(line.length(), MOST_QUOTED));
  }

  /** What a controller answered says more than that another one is not there. */
  private static RuntimeException moreTelling(RuntimeException before, CommandFailure silence) {
    return before instanceof ApiRefusal ? before : silence;
  }

  private static CommandFailure unreachable(Endpoint endpoint, Exception e) {
    return CommandFailure.operational(
        "Expected a controller at %s, but %s.".formatted(endpoint, e.getMessage()));
  }

  private static CommandFailure lost(Request request, IOException e) {
    return CommandFailure.operational(
        "Expected an answer to %s %s, but %s"
            .formatted(request.method(), request.target(), e.getMessage()));
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.operational("Interrupted.");
    }
  }
}
