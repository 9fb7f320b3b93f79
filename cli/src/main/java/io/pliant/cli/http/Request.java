package io.pliant.cli.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param target path and query, for example {@code /v1/jobs?user=ada}
 * @param body JSON text, or null for none
 * @param repeatable true when sending it twice does no more than sending it once
 * @param patience how long an answer may take
 */
public record Request(
    String method, String target, @Nullable String body, boolean repeatable, Duration patience) {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  public static Request get(String target) {
    return new Request("GET", target, null, true, PATIENCE);
  }

  /** A request that waits at the controller for up to {@code seconds}. */
  public static Request longPoll(String target, int seconds) {
    return new Request("GET", target, null, true, PATIENCE.plusSeconds(seconds));
  }

  public static Request delete(String target) {
    return new Request("DELETE", target, null, true, PATIENCE);
  }

  /** A signal, for example, that would be made twice if it came again. */
  public static Request deleteOnce(String target) {
    return new Request("DELETE", target, null, false, PATIENCE);
  }

  /** A change that the controller recognizes when it comes again. */
  public static Request post(String target, @Nullable String body) {
    return new Request("POST", target, body, true, PATIENCE);
  }

  /** A change that would be made twice if it came again. */
  public static Request postOnce(String target, String body) {
    return new Request("POST", target, body, false, PATIENCE);
  }

  byte[] head(Endpoint endpoint, @Nullable String token) {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(endpoint.hostHeader()).append("\r\n");
    head.append("Accept: application/json, text/event-stream\r\nConnection: close\r\n");
    if (token != null) {
      head.append("Authorization: Bearer ").append(token).append("\r\n");
    }
    if (body != null || !method.equals("GET")) {
      head.append("Content-Type: application/json\r\nContent-Length: ");
      head.append(bodyBytes().length).append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  byte[] bodyBytes() {
    return body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
  }
}
