package io.pliant.runtime.controller.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.pliant.actors.wire.WireJson;
import io.pliant.api.ErrorBody;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Errors below the API (bytes that are no HTTP, headers too large), in the API's own form. */
final class PlainErrors extends ErrorHandler {
  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback)
      throws IOException {
    String text = message == null || message.isBlank() ? HttpStatus.getMessage(code) : message;
    byte[] body =
        WireJson.json()
            .writeValueAsBytes(ErrorBody.of(code, code < 500 ? "INVALID" : "INTERNAL", text));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  @Override
  public ByteBuffer badMessageError(
      int status, @Nullable String reason, HttpFields.Mutable fields) {
    String text = reason == null || reason.isBlank() ? HttpStatus.getMessage(status) : reason;
    fields.put(HttpHeader.CONTENT_TYPE, "application/json");
    try {
      return ByteBuffer.wrap(
          WireJson.json().writeValueAsBytes(ErrorBody.of(status, "INVALID", text)));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
