package io.pliant.imp;

import io.pliant.imp.wire.WireMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The program's own wishes, from the asking to the scheduler's reply. */
final class OpenRequests {
  private final String task;
  private final Debts debts;
  private final Map<String, Request> open = new LinkedHashMap<>();
  private @Nullable RuntimeException failure;
  private int count;

  OpenRequests(String task, Debts debts) {
    this.task = task;
    this.debts = debts;
  }

  synchronized Request ask(WireMessage what) {
    String id = task + "-" + ++count;
    Request request = new Request(id);
    if (failure != null) {
      request.fail(failure);
      return request;
    }
    open.put(id, request);
    debts.owe("request " + id, what.with("request", id));
    return request;
  }

  /** A wish of a program that runs alone. */
  Request askNobody() {
    Request request = new Request(task + "-0");
    request.complete(new Request.Reply(false, 0, "there is no scheduler"));
    return request;
  }

  /** {@code granted} or {@code denied}; a repeated reply is not for us any more. */
  synchronized void reply(WireMessage message) {
    String id = message.need("request");
    boolean granted = message.command().equals("granted");
    int adaptation = granted ? message.number("adaptation") : 0;
    String reason = granted ? "" : message.need("reason");
    debts.settle("request " + id);
    Request request = open.remove(id);
    if (request != null) {
      request.complete(new Request.Reply(granted, adaptation, reason));
    }
  }

  synchronized void fail(RuntimeException cause) {
    failure = cause;
    open.values().forEach(r -> r.fail(cause));
  }
}
