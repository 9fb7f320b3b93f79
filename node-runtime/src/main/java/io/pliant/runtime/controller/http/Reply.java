package io.pliant.runtime.controller.http;

import java.io.IOException;
import java.io.OutputStream;

/** What a route answers. */
sealed interface Reply {
  /** One JSON document. */
  record Json(int status, Object body) implements Reply {}

  /** An error. */
  record Failure(ApiFailure failure) implements Reply {}

  /** A document that is JSON already. */
  record Raw(byte[] body) implements Reply {}

  /** Plain text, for clients that ask for it. */
  record Text(String body) implements Reply {}

  /** A document of a type of its own. */
  record Typed(String contentType, byte[] body) implements Reply {}

  /** A stream of server-sent events that goes on until one end closes it. */
  record EventStream(Writer writer) implements Reply {}

  /** Writes a stream and returns when it is over. */
  interface Writer {
    void writeTo(OutputStream out) throws IOException, InterruptedException;
  }

  static Reply ok(Object body) {
    return new Json(200, body);
  }

  static Reply created(Object body) {
    return new Json(201, body);
  }
}
