package io.pliant.runtime.controller.http;

import io.pliant.runtime.controller.console.ConsoleFiles;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Serves the files of the web console to anybody: they say nothing of the cluster but that it is
 * there. What they show comes from the API, with its rights.
 */
final class ConsoleHandler extends Handler.Abstract {
  private final ConsoleFiles files;
  private final ControllerUrls controllers;

  /**
   * @param controllers where browsers reach the controllers; pages may talk to these alone
   */
  ConsoleHandler(ConsoleFiles files, ControllerUrls controllers) {
    this.files = files;
    this.controllers = controllers;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    ConsoleFiles.File file = files.at(Request.getPathInContext(request));
    boolean head = request.getMethod().equals("HEAD");
    if (file == null || !(head || request.getMethod().equals("GET"))) {
      return false;
    }
    HttpFields.Mutable headers = response.getHeaders();
    headers.put("Content-Security-Policy", policy());
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put(HttpHeader.CACHE_CONTROL, "no-cache");
    headers.put(HttpHeader.ETAG, file.etag());
    headers.put(HttpHeader.VARY, "Accept-Encoding");
    if (file.etag().equals(request.getHeaders().get(HttpHeader.IF_NONE_MATCH))) {
      response.setStatus(304);
      response.write(true, ByteBuffer.allocate(0), callback);
      return true;
    }
    headers.put(HttpHeader.CONTENT_TYPE, file.type());
    boolean zip = request.getHeaders().contains(HttpHeader.ACCEPT_ENCODING, "gzip");
    if (zip) {
      headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
    }
    byte[] body = zip ? file.zipped() : file.bytes();
    headers.put(HttpHeader.CONTENT_LENGTH, body.length);
    response.write(true, head ? ByteBuffer.allocate(0) : ByteBuffer.wrap(body), callback);
    return true;
  }

  /** No script, style or picture but our own, no frame around the page, no form to elsewhere. */
  private String policy() {
    return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        + "connect-src 'self' %s; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            .formatted(String.join(" ", controllers.current()));
  }
}
