package io.pliant.runtime.controller.http;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Lets a page that another controller of this cluster has served go on here when that one is gone.
 * Who asks is proven as ever: nothing is sent by a browser of its own accord, since there are no
 * cookies.
 */
final class CrossOrigin extends Handler.Wrapper {
  private static final String SECONDS = "600";

  private final ControllerUrls controllers;

  CrossOrigin(Handler handler, ControllerUrls controllers) {
    super(handler);
    this.controllers = controllers;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    if (origin == null || !controllers.isKnown(origin)) {
      return super.handle(request, response, callback);
    }
    HttpFields.Mutable headers = response.getHeaders();
    headers.put("Access-Control-Allow-Origin", origin);
    headers.put(HttpHeader.VARY, "Origin");
    if (request.getMethod().equals("OPTIONS")) {
      headers.put("Access-Control-Allow-Methods", "GET, POST, DELETE");
      headers.put("Access-Control-Allow-Headers", "authorization, content-type, last-event-id");
      headers.put("Access-Control-Max-Age", SECONDS);
      response.setStatus(204);
      callback.succeeded();
      return true;
    }
    return super.handle(request, response, callback);
  }
}
